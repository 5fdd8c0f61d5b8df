import { HOUR } from '../../../contract/durations.ts'
import { removed } from '../../access/personal-data.ts'
import { passwordResets, sessions } from '../../db/schema/auth.ts'
import { passkeys, usedChallenges } from '../../db/schema/passkeys.ts'
import { recoveryCodes, twoFactor } from '../../db/schema/two-factor.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { googleLinkedMail, passwordResetMail } from './emails.ts'
import { removeExpiredSessions } from './expired-sessions.ts'
import { authRoutes } from './routes.ts'
import { securityNoticeMail } from './security-emails.ts'
import { FREE_FAILURES } from './sign-in-guard.ts'

// For the confirmation of an address, which keeps a password that is typed there.
export { checkPassword } from './commands.ts'
export { createSessionExtender, findSessions } from './sessions.ts'

export const auth: Module = {
  routes: authRoutes,
  mails: ({ publicUrl }) => ({
    'password-reset': { render: passwordResetMail(publicUrl), priority: PRIORITY.urgent },
    'security-notice': { render: securityNoticeMail(publicUrl), priority: PRIORITY.soon },
    'google-linked': { render: googleLinkedMail(publicUrl), priority: PRIORITY.soon },
  }),
  jobs: { 'remove-expired-sessions': { run: ({ db, clock }) => removeExpiredSessions(db, clock()) } },
  schedule: { 'remove-expired-sessions': HOUR },
  limits: {
    signInAccount: { points: FREE_FAILURES, seconds: 15 * PER.minute },
    signInAddress: { points: 100, seconds: 15 * PER.minute, by: 'network' },
    // After the tenth failure one try at a time from each network, each with its own pause length.
    signInPause: { points: 1, seconds: PER.minute },
    // And this many from all networks together; one network alone can make 33 in a quarter of an hour.
    signInSlow: { points: 40, seconds: 15 * PER.minute },
    signInKnownAddress: { points: 1, seconds: 14 * PER.day },
    signUp: { points: 30, seconds: PER.hour, by: 'network' },
    forgotPassword: { points: 30, seconds: PER.hour, by: 'network' },
    changePassword: { points: 5, seconds: PER.day },
  },
  tables: [
    removed(sessions, sessions.userId, sessions.tokenHash, { personal: ['device', 'town'], secret: ['tokenHash'] }),
    removed(passwordResets, passwordResets.userId, passwordResets.userId, { secret: ['tokenHash'] }),
    removed(passkeys, passkeys.userId, passkeys.id, {
      personal: ['name', 'credentialId'],
      plain: ['transports'],
      secret: ['publicKey'],
    }),
    removed(twoFactor, twoFactor.userId, twoFactor.userId, { secret: ['secret'] }),
    removed(recoveryCodes, recoveryCodes.userId, recoveryCodes.codeHash, { secret: ['codeHash'] }),
    { table: usedChallenges, plain: ['hash'] },
  ],
}
