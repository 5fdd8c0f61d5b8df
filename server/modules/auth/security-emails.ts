// Notifies an account's owner of every change to how it can be signed in to, in case it was somebody else.
import { formOf } from '../../../contract/counted.ts'
import { SITE } from '../../../contract/site.ts'
import type { Db } from '../../db/client.ts'
import { greeting, say, words, type Block, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findPasskeys } from './passkeys.ts'
import { findAccount, type Account } from './queries.ts'
import { MOST_WRONG_CODES } from './second-step.ts'

const ALSO_ENDED =
  'We’ve also ended any pending change of address, your calendar’s secret address and push notifications: switch them on again if you use them.'

interface Wording {
  subject: string
  heading: string
  text: Text
}

// What somebody has called a passkey is not carried to an address that may be a stranger's.
const passkeyNames = (named: string, otherwise: string) => words(named, otherwise, { whole: 'confirmed' })

const nameIn = ({ name }: Record<string, unknown>) => (typeof name === 'string' ? passkeyNames(` “${name}”`, '') : '')

const RENAMED = `A passkey of your ${SITE.name} account has a new name.`

const namesIn = ({ name, before }: Record<string, unknown>) =>
  typeof name === 'string' && typeof before === 'string'
    ? passkeyNames(`The passkey “${before}” of your ${SITE.name} account is now called “${name}”.`, RENAMED)
    : RENAMED

const leftIn = (payload: Record<string, unknown>) => {
  const left = Number(payload.left)
  if (left === 0) return 'There are none left, so please make new ones.'
  return formOf(left, 'There is one left.', `There are ${left} left.`)
}

const CHANGES: Record<string, (payload: Record<string, unknown>) => Wording> = {
  'two-factor-on': () => ({
    subject: `Two-factor authentication is on for your ${SITE.name} account`,
    heading: 'Two-factor authentication is on',
    text: `From now on, logging in to ${SITE.name} also takes a code from your authenticator app, or a passkey.`,
  }),
  'two-factor-off': () => ({
    subject: `Two-factor authentication is off for your ${SITE.name} account`,
    heading: 'Two-factor authentication is off',
    text: `Logging in to ${SITE.name} no longer takes a code from an authenticator app. The recovery codes no longer work either.`,
  }),
  'recovery-codes-new': () => ({
    subject: `New recovery codes for your ${SITE.name} account`,
    heading: 'You have new recovery codes',
    text: `You have ten new recovery codes for your ${SITE.name} account. The old ones no longer work.`,
  }),
  'recovery-code-used': (payload) => ({
    subject: `A recovery code of your ${SITE.name} account was used`,
    heading: 'A recovery code was used',
    text: `One of the recovery codes of your ${SITE.name} account was used in place of your authenticator app. ${leftIn(payload)}`,
  }),
  'passkey-added': (payload) => ({
    subject: `A passkey was added to your ${SITE.name} account`,
    heading: 'A passkey was added',
    text: say`The passkey${nameIn(payload)} can now sign in to your ${SITE.name} account.`,
  }),
  'passkey-renamed': (payload) => ({
    subject: `A passkey of your ${SITE.name} account was renamed`,
    heading: 'A passkey was renamed',
    text: namesIn(payload),
  }),
  'passkey-removed': (payload) => ({
    subject: `A passkey was removed from your ${SITE.name} account`,
    heading: 'A passkey was removed',
    text: say`The passkey${nameIn(payload)} can no longer sign in to your ${SITE.name} account.`,
  }),
  'key-made': (payload) => ({
    subject: `A new key for your ${SITE.name} account`,
    heading: 'A key for another program was made',
    text: say`The key${nameIn(payload)} lets another program act for you, within what it was made for. Account Details lists your keys and ends them.`,
  }),
  'webhook-made': (payload) => ({
    subject: `A new webhook for your ${SITE.name} account`,
    heading: 'A webhook was added',
    text: say`What happens at your events is now sent to another server${nameIn(payload)}. Settings lists your webhooks and ends them.`,
  }),
  'password-changed': () => ({
    subject: `The password of your ${SITE.name} account was changed`,
    heading: 'Your password was changed',
    text: `The password of your ${SITE.name} account was changed, and all other devices were signed out. ${ALSO_ENDED}`,
  }),
  'password-reset': () => ({
    subject: `Your ${SITE.name} account has a new password`,
    heading: 'Your account has a new password',
    text: `A new password was set with the link that we sent to this address, and all devices were signed out. ${ALSO_ENDED}`,
  }),
  'sessions-ended': () => ({
    subject: `Other devices were signed out of your ${SITE.name} account`,
    heading: 'Other devices were signed out',
    text: `Someone who is logged in to your ${SITE.name} account has logged other devices out. ${ALSO_ENDED}`,
  }),
  'wrong-codes': () => ({
    subject: `Wrong codes for your ${SITE.name} account`,
    heading: 'Someone entered wrong codes',
    text: `Someone entered three wrong codes in a row for your ${SITE.name} account. They know its password, or are logged in to it. Nobody got in with these codes.`,
  }),
  'codes-stopped': () => ({
    subject: `Your ${SITE.name} account no longer accepts codes from your app`,
    heading: 'Too many wrong codes',
    text: `Someone entered ${MOST_WRONG_CODES} wrong codes in a row for your ${SITE.name} account, so we no longer accept codes from your authenticator app. A recovery code or a passkey still works; setting a new password with "Forgot your password?" makes the app's codes work again.`,
  }),
}

/** These name the passkeys that stay: somebody who fears an intruder must know what is left. */
const NAMES_PASSKEYS = [
  ...['password-changed', 'password-reset', 'sessions-ended'],
  ...['passkey-added', 'wrong-codes', 'codes-stopped'],
]

/** Which passkeys still open the account, if there are any. */
export async function passkeysLeft(db: Db, { id }: Account): Promise<Block[]> {
  const rows = await findPasskeys(db, id)
  if (rows.length === 0) return []
  const names = rows.map(({ name }) => `“${name}”`).join(', ')
  const which = passkeyNames(`: ${names}`, ` (${rows.length})`)
  const text = say`Passkeys still open your account${which}. You can remove any you don’t recognise under Password & Security.`
  return [{ kind: 'text', text }]
}

export const securityNoticeMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const account = userId !== null && (await findAccount(db, userId))
    if (!account) return null
    const wording = CHANGES[String(payload.change)]?.(payload)
    if (!wording) return null
    const left = NAMES_PASSKEYS.includes(String(payload.change)) ? await passkeysLeft(db, account) : []
    return {
      to: account,
      subject: wording.subject,
      preview: wording.heading,
      heading: wording.heading,
      blocks: [
        greeting(account, wording.text),
        ...left,
        { kind: 'button', label: 'Look at your account', url: `${publicUrl}/account-details#security` },
        {
          kind: 'note',
          text: `Wasn’t you? Please set a new password with "Forgot your password?", remove passkeys you don’t recognise, and write to ${SITE.supportEmail} straight away.`,
        },
      ],
    }
  }
