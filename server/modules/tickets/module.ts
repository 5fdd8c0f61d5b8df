import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { SETTLE_JOB } from '../../ledger/write.ts'
import { bookedForYouMail, bookingMail, gatheredMail, guestTicketMail } from './emails.ts'
import { reminderMail } from './reminder-emails.ts'
import { sendReminders } from './reminders.ts'
import { handedBackMail, returnedByLinkMail, takenBackMail } from './return-emails.ts'
import { ticketRoutes } from './routes.ts'
import { settleDue, sweepLedgers } from './settling.ts'

// For other modules' mails about a booking, and for a member's own feed.
export { bookingCalendar, bookingEntries, type CalendarSender } from './booking-calendar.ts'
export { eventUid } from './calendar-entry.ts'
export { wordsFor } from './emails.ts'
// For an account that is deleted.
export { returnTickets } from './returns.ts'

const FIVE_MINUTES = 300_000

export const tickets: Module = {
  routes: ticketRoutes,
  // Confirmations are written by book_places, with the priority that the column has by default.
  mails: (config, secrets) => ({
    booking: { render: bookingMail(config, secrets), priority: PRIORITY.normal },
    'booked-for-you': { render: bookedForYouMail(config, secrets), priority: PRIORITY.soon },
    'guest-ticket': {
      render: guestTicketMail(config, secrets),
      priority: PRIORITY.normal,
      isToTyped: true,
    },
    'bookings-gathered': { render: gatheredMail(config.publicUrl), priority: PRIORITY.normal },
    'reminder-early': reminderMail('early', { publicUrl: config.publicUrl, secrets }),
    'reminder-late': reminderMail('late', { publicUrl: config.publicUrl, secrets }),
    'taken-back': { render: takenBackMail(config), priority: PRIORITY.soon },
    'place-handed-back': { render: handedBackMail(config), priority: PRIORITY.soon },
    'returned-by-link': { render: returnedByLinkMail(config, secrets), priority: PRIORITY.soon },
  }),
  jobs: {
    [SETTLE_JOB]: { run: settleDue },
    'sweep-ledgers': { run: sweepLedgers },
    'send-reminders': { run: sendReminders },
  },
  schedule: { 'sweep-ledgers': FIVE_MINUTES, 'send-reminders': FIVE_MINUTES },
}
