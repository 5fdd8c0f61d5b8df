import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { SEND_JOB } from './commands.ts'
import { messageMail, messageTestMail } from './emails.ts'
import { guestMessageRoutes } from './routes.ts'
import { writeMails } from './sending.ts'

export const guestMessages: Module = {
  routes: guestMessageRoutes,
  mails: ({ publicUrl }) => ({
    'guest-message': { render: messageMail(publicUrl), priority: PRIORITY.bulk, notice: 'message' },
    // Asked for by who gets it, so there is nothing to end.
    'guest-message-test': { render: messageTestMail(publicUrl), priority: PRIORITY.normal },
  }),
  jobs: { [SEND_JOB]: { run: writeMails } },
}
