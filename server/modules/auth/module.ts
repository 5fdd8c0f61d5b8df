import { HOUR } from '../../../contract/durations.ts'
import { removed } from '../../access/personal-data.ts'
import { passwordResets, sessions, signInCodes } from '../../db/schema/auth.ts'
import { passkeys, usedChallenges } from '../../db/schema/passkeys.ts'
import { recoveryCodes, twoFactor } from '../../db/schema/two-factor.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { googleLinkedMail, passwordResetMail, signInCodeMail } from './emails.ts'
import { removeExpiredSessions } from './expired-sessions.ts'
import { authRoutes } from './routes.ts'
import { securityNoticeMail } from './security-emails.ts'
import { FREE_FAILURES } from './sign-in-guard.ts'

// For the confirmation of an address, which keeps a password that is typed there.
export { checkPassword, resetPassword } from './commands.ts'
// For what makes an account without a password, or asks whose it is before a code opens it.
export { browserCookies, markBrowser, newBrowser, readBrowser } from './browsers.ts'
export { linkAnswered, readAnswering } from './google-sign-in.ts'
export { answerWithCode, endMailedCode, hasMailedCode, isMailedCode } from './mailed-codes.ts'
export { takeCode } from './second-step.ts'
export { startSession } from './sessions.ts'
export { guarded } from './sign-in-guard.ts'
export { createSessionExtender, findSessions } from './sessions.ts'

export const auth: Module = {
  routes: authRoutes,
  mails: ({ publicUrl }) => ({
    'password-reset': { render: passwordResetMail(publicUrl), priority: PRIORITY.urgent },
    'sign-in-code': { render: signInCodeMail, priority: PRIORITY.urgent },
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
    codeFromNetwork: { points: 3, seconds: PER.hour },
    codeToAddress: { points: 5, seconds: PER.hour },
    codeToAddressInADay: { points: 10, seconds: PER.day },
    codeToKnownBrowser: { points: 5, seconds: PER.day },
  },
  tables: [
    removed(sessions, sessions.userId, sessions.tokenHash, { personal: ['device', 'town'], secret: ['tokenHash'] }),
    removed(passwordResets, passwordResets.userId, passwordResets.userId, { secret: ['tokenHash'] }),
    removed(signInCodes, signInCodes.userId, signInCodes.browserHash, { secret: ['browserHash', 'codeHash'] }),
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
