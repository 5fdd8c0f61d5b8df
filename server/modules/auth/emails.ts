import { SITE } from '../../../contract/site.ts'
import { RESET_LINK_MINUTES, SIGN_IN_CODE } from '../../../contract/limits.ts'
import { greeting } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { hashToken } from '../../http/session.ts'
import { findAccount, findPasswordReset } from './queries.ts'
import { passkeysLeft } from './security-emails.ts'

/** Pointless once a newer link was asked for, or this one was used or has expired. */
export const passwordResetMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload, now }) => {
    const token = String(payload.token)
    const link = await findPasswordReset(db, hashToken(token), now)
    const account = link && userId !== null && (await findAccount(db, userId))
    if (!account) return null
    return {
      to: account,
      subject: `Reset your ${SITE.name} password`,
      preview: `The link works once, for ${RESET_LINK_MINUTES} minutes.`,
      heading: 'Set a new password',
      blocks: [
        greeting(account, `Someone (we hope you) asked for a new password for this ${SITE.name} account.`),
        { kind: 'button', label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${token}` },
        {
          kind: 'note',
          text: `The link works once, for ${RESET_LINK_MINUTES} minutes. A new password logs you out everywhere else and ends calendar addresses, push notifications and any pending change of address. Another email lists the passkeys you keep.`,
        },
        { kind: 'note', text: 'Wasn’t you? You can ignore this email: your password stays as it is.' },
      ],
    }
  }

/** Pointless once its time is over. */
export const signInCodeMail: MailRenderer = async (db, { userId, payload, now }) => {
  const account = userId !== null && (await findAccount(db, userId))
  if (!account || new Date(String(payload.expiresAt)) <= now) return null
  const code = String(payload.code)
  return {
    to: account,
    subject: `${code} is your ${SITE.name} code`,
    preview: `For ${SIGN_IN_CODE.minutes} minutes, in the browser that asked for it.`,
    heading: code,
    blocks: [
      greeting(account, 'Enter this code where you asked for it and you’re logged in.'),
      {
        kind: 'note',
        text: `It works once, for ${SIGN_IN_CODE.minutes} minutes, and only in the browser that asked for it. Nobody at ${SITE.name} will ever ask you for it, so don’t share it.`,
      },
      { kind: 'note', text: 'Wasn’t you? You can ignore this email: without this code nobody gets in.' },
    ],
  }
}

const PASSWORD_KEPT =
  'Your password works as before, and nobody was logged out. We’ve ended any pending change of address, your calendar’s secret address and push notifications: switch them on again if you use them.'
const PASSWORD_REMOVED =
  'To make sure the account is yours alone, we’ve removed its old password and logged it out everywhere else. You can set a new password at any time with "Forgot your password?".'

/** So that an owner who did not do this themselves notices. */
export const googleLinkedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const account = userId !== null && (await findAccount(db, userId))
    if (!account) return null
    const left = await passkeysLeft(db, account)
    return {
      to: account,
      subject: `Google sign-in was added to your ${SITE.name} account`,
      preview: 'You can now sign in with Google.',
      heading: 'You can now sign in with Google',
      blocks: [
        greeting(account, `Your ${SITE.name} account is now linked to the Google account with this address.`),
        {
          kind: 'text',
          text: payload.keepsPassword === true ? PASSWORD_KEPT : PASSWORD_REMOVED,
        },
        ...left,
        { kind: 'button', label: `Open ${SITE.name}`, url: publicUrl },
        { kind: 'note', text: `Wasn’t you? Please write to ${SITE.supportEmail} straight away.` },
      ],
    }
  }
