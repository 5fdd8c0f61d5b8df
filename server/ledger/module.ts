// The ledger's work and emails: written in its transactions or by its jobs, and rendered here.
import { PRIORITY } from '../jobs/priority.ts'
import type { Module } from '../module.ts'
import { bookedForYouMail, bookingMail } from './booking-emails.ts'
import { lastPlacesMail, nothingFreeMail, offerExpiredMail, offerMail } from './offer-emails.ts'
import { settleDue, sweepLedgers } from './settling.ts'
import { NOTIFY_WAITING_JOB, notifyWaiting } from './notify-waiting.ts'
import { SETTLE_JOB } from './write.ts'

const FIVE_MINUTES = 300_000
const notice = 'offer'

export const ledger: Module = {
  mails: (config, secrets) => ({
    // Also written by book_places, with the priority that the column has by default.
    booking: { render: bookingMail(config, secrets), priority: PRIORITY.normal },
    'booked-for-you': { render: bookedForYouMail(config, secrets), priority: PRIORITY.soon },
    offer: { render: offerMail(config.publicUrl, secrets), priority: PRIORITY.soon, notice },
    'offer-expired': { render: offerExpiredMail(config.publicUrl, secrets), priority: PRIORITY.normal, notice },
    'last-places': { render: lastPlacesMail(config.publicUrl, secrets), priority: PRIORITY.soon, notice },
    'nothing-free': { render: nothingFreeMail(config.publicUrl, secrets), priority: PRIORITY.soon, notice },
  }),
  jobs: {
    [SETTLE_JOB]: { run: settleDue },
    'sweep-ledgers': { run: sweepLedgers },
    [NOTIFY_WAITING_JOB]: { run: notifyWaiting },
  },
  schedule: { 'sweep-ledgers': FIVE_MINUTES },
}
