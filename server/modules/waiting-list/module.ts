import { TELL_JOB, tellWaiting } from '../../ledger/tell.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { lastPlacesMail, nothingFreeMail, offerExpiredMail, offerMail } from './emails.ts'
import { waitingListRoutes } from './routes.ts'

// For an account that is deleted.
export { leave } from './commands.ts'

const notice = 'offer'

export const waitingList: Module = {
  routes: waitingListRoutes,
  // Written by server/ledger: in the transaction that makes or ends the offer, or by the job that tells everybody waiting.
  mails: ({ publicUrl }, secrets) => ({
    offer: { render: offerMail(publicUrl, secrets), priority: PRIORITY.soon, notice },
    'offer-expired': { render: offerExpiredMail(publicUrl, secrets), priority: PRIORITY.normal, notice },
    'last-places': { render: lastPlacesMail(publicUrl, secrets), priority: PRIORITY.soon, notice },
    'nothing-free': { render: nothingFreeMail(publicUrl, secrets), priority: PRIORITY.soon, notice },
  }),
  jobs: { [TELL_JOB]: { run: tellWaiting } },
}
