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
      subject: 'Reset your Hooley password',
      preview: `The link works once, for ${RESET_LINK_MINUTES} minutes.`,
      heading: 'Set a new password',
      blocks: [
        greeting(account, `Somebody, hopefully you, asked for a new password for this Hooley account.`),
        { kind: 'button', label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${token}` },
        {
          kind: 'note',
          text: `The link works once, for ${RESET_LINK_MINUTES} minutes. Setting a new password signs you out everywhere else and ends calendar addresses, push notifications and a pending change of address; another email names the passkeys that stay.`,
        },
        { kind: 'note', text: 'It was not you? Then there is nothing to do: your password stays as it is.' },
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
    subject: `${code} is your Hooley code`,
    preview: `For ${SIGN_IN_CODE.minutes} minutes, in the browser that asked for it.`,
    heading: code,
    blocks: [
      greeting(account, 'enter this code where you asked for it, and you are signed in.'),
      {
        kind: 'note',
        text: `It works once, for ${SIGN_IN_CODE.minutes} minutes, and only in the browser that asked for it. Nobody at Hooley will ever ask you for it, so please tell it to nobody.`,
      },
      { kind: 'note', text: 'It was not you? Then there is nothing to do: without this code nobody gets in.' },
    ],
  }
}

const PASSWORD_KEPT =
  'Your password works as before, and nobody was signed out. A pending change of address, the secret address of your calendar and push notifications have ended: switch them on again if you use them.'
const PASSWORD_REMOVED =
  'To be sure that the account is yours alone, we have removed its old password and signed it out everywhere else. You can set a new password at any time with "Forgot your password?".'

/** So that an owner who did not do this themselves notices. */
export const googleLinkedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const account = userId !== null && (await findAccount(db, userId))
    if (!account) return null
    const left = await passkeysLeft(db, account)
    return {
      to: account,
      subject: 'Google sign-in was added to your Hooley account',
      preview: 'You can now sign in with Google.',
      heading: 'You can now sign in with Google',
      blocks: [
        greeting(account, `Your Hooley account is now linked with the Google account of this address.`),
        {
          kind: 'text',
          text: payload.keepsPassword === true ? PASSWORD_KEPT : PASSWORD_REMOVED,
        },
        ...left,
        { kind: 'button', label: 'Open Hooley', url: publicUrl },
        { kind: 'note', text: 'It was not you? Then please write to support@hooley.example at once.' },
      ],
    }
  }
