import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { googleLinkedMail, passwordResetMail } from './emails.ts'
import { removeExpiredSessions } from './expired-sessions.ts'
import { authRoutes } from './routes.ts'
import { securityNoticeMail } from './security-emails.ts'

// For the confirmation of an address, which keeps a password that is typed there.
export { checkPassword } from './commands.ts'
export { createSessionExtender, findSessions } from './sessions.ts'

const HOUR = 3_600_000

export const auth: Module = {
  routes: authRoutes,
  mails: ({ publicUrl }) => ({
    'password-reset': { render: passwordResetMail(publicUrl), priority: PRIORITY.urgent },
    'security-notice': { render: securityNoticeMail(publicUrl), priority: PRIORITY.soon },
    'google-linked': { render: googleLinkedMail(publicUrl), priority: PRIORITY.soon },
  }),
  jobs: { 'remove-expired-sessions': { run: ({ db, clock }) => removeExpiredSessions(db, clock()) } },
  schedule: { 'remove-expired-sessions': HOUR },
}
