import { PER } from '../../http/rate-limits.ts'
import { fitRooms } from '../../ledger/extra-places.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { gatheredMail, ticketsAgainMail } from './emails.ts'
import { releaseUnconfirmed } from './confirming.ts'
import { ticketTables } from './personal-data.ts'
import { reminderMail } from './reminder-emails.ts'
import { sendReminders } from './reminders.ts'
import { handedBackMail, releasedMail, returnedByLinkMail, takenBackMail } from './return-emails.ts'
import { ticketRoutes } from './routes.ts'

// For an account that is deleted, or is kept after all; and for a paid event that is called off.
export { release, returnTickets, undoReturn } from './returns.ts'
// For several dates of a series at once, and for every date.
export { announce, bookIn, bookInside, onceSettled, refusalOf, Unsettled, type BookingOutcome } from './commands.ts'
// For ballots, which are entered as tickets are booked.
export { createBookingQueue } from './booking-queue.ts'
// For the preview of what an organiser writes.
export { reminderLetter } from './reminder-emails.ts'

// For the export of an event.
export { purchasersCsv } from './purchasers-csv.ts'

const FIVE_MINUTES = 300_000

export const tickets: Module = {
  routes: ticketRoutes,
  mails: (config, secrets) => ({
    'bookings-gathered': { render: gatheredMail(config.publicUrl), priority: PRIORITY.normal },
    'tickets-again': { render: ticketsAgainMail(config.publicUrl), priority: PRIORITY.urgent },
    'reminder-early': reminderMail('early', config, secrets),
    'reminder-confirm': reminderMail('confirm', config, secrets),
    'reminder-late': reminderMail('late', config, secrets),
    'place-released': { render: releasedMail(config, secrets), priority: PRIORITY.soon },
    'taken-back': { render: takenBackMail(config), priority: PRIORITY.soon },
    'place-handed-back': { render: handedBackMail(config), priority: PRIORITY.soon },
    'returned-by-link': { render: returnedByLinkMail(config, secrets), priority: PRIORITY.soon },
  }),
  jobs: {
    'send-reminders': { run: sendReminders },
    'release-unconfirmed': { run: releaseUnconfirmed },
    'fit-rooms': { run: fitRooms },
  },
  schedule: { 'send-reminders': FIVE_MINUTES, 'release-unconfirmed': FIVE_MINUTES, 'fit-rooms': FIVE_MINUTES },
  limits: {
    // Seats of one event that one network books without a session; of a whole /48 ten times as many.
    quickSeats: { points: 8, seconds: PER.hour },
    quickSeatsWide: { points: 80, seconds: PER.hour },
    resendTickets: { points: 3, seconds: PER.day },
  },
  tables: ticketTables,
}
