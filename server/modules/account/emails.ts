import { eq } from 'drizzle-orm'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import { whoseToAsk } from '../../access/whose-booking.ts'
import type { Db } from '../../db/client.ts'
import { addressChanges } from '../../db/schema/account.ts'
import { greeting, type Letter } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findAccount, findAccountByEmail, type Account } from '../auth/queries.ts'

export interface Sender {
  publicUrl: string
  secrets: Secrets
}

const NOT_YOU = 'It was not you? Then there is nothing to do.'
export const TELL_US = 'It was not you? Then please write to support@hooley.example at once.'

/** For an email to an account, which is pointless once that is gone. */
export const toAccount = (
  render: (account: Account, payload: Record<string, unknown>, db: Db) => Promise<Letter | null> | Letter | null,
) =>
  (async (db, { userId, payload }) => {
    const account = userId === null ? null : await findAccount(db, userId)
    return account && (await render(account, payload, db))
  }) satisfies MailRenderer

const CREATED = { done: 'has made a Hooley account', ways: 'nobody can use the account any more.' }
const BOOKED = { done: 'has booked on Hooley', ways: 'the booking is given back and nobody can use the account.' }

/** Never in the confirmation of a booking, which people forward. It names no event, and its link signs nobody in. */
export const confirmAddressMail = ({ publicUrl, secrets }: Sender): MailRenderer =>
  toAccount(async (account, _payload, db) => {
    if (account.emailConfirmedAt) return null
    const { id: userId, email } = account
    const { done, ways } = (await whoseToAsk(db, userId, new Date())) === 'booking' ? BOOKED : CREATED
    const token = signLink(secrets, { purpose: 'address', userId, subjectId: 0, email })
    return {
      to: email,
      subject: 'Confirm your email',
      preview: 'One press, and messages about your bookings reach you.',
      heading: 'Confirm your email',
      blocks: [
        greeting(
          account,
          `somebody, hopefully you, ${done} with this address. Once the address is confirmed, messages from organisers no longer wait, however many there are.`,
        ),
        { kind: 'button', label: 'Confirm my address', url: `${publicUrl}/links/${token}` },
        { kind: 'note', text: `It was not you? Follow the link and say so: ${ways}` },
      ],
    }
  })

/** Pointless once another address was asked for, this one was confirmed, or its time is over. */
export const confirmNewAddressMail = ({ publicUrl, secrets }: Sender): MailRenderer =>
  toAccount(async (account, _payload, db) => {
    const [wish] = await db.select().from(addressChanges).where(eq(addressChanges.userId, account.id))
    if (!wish) return null
    const { id: subjectId, email } = wish
    // Only the address itself learns whether it has an account.
    if (await findAccountByEmail(db, email)) return alreadyYours(publicUrl, email)
    const token = signLink(secrets, { purpose: 'address', userId: account.id, subjectId, email })
    return {
      to: email,
      subject: 'Please confirm your new mail address',
      preview: 'From then on you sign in with this address.',
      heading: 'Your new address',
      blocks: [
        greeting(
          account,
          `your Hooley account is to have this mail address. From the moment you confirm it, you sign in with it, and our mails come here.`,
        ),
        { kind: 'button', label: 'Confirm my new address', url: `${publicUrl}/links/${token}` },
        { kind: 'note', text: 'The link can be used for 24 hours.' },
        { kind: 'note', text: NOT_YOU },
      ],
    }
  })

const alreadyYours = (publicUrl: string, email: string): Letter => ({
  to: email,
  subject: 'This address already has a Hooley account',
  preview: 'Nothing was changed.',
  heading: 'This address already has an account',
  blocks: [
    {
      kind: 'text',
      text: 'Hello,\n\nsomebody wanted to use this address for another Hooley account. It has one already, so nothing was changed.',
    },
    { kind: 'button', label: 'Open Hooley', url: publicUrl },
    { kind: 'note', text: NOT_YOU },
  ],
})

/** To the address that the account had: its owner must know, in case it was somebody else. */
const toOldAddress = (
  { publicUrl, secrets }: Sender,
  { subject, preview, text, note = TELL_US }: { subject: string; preview: string; text: string; note?: string },
): MailRenderer =>
  toAccount((account, { to, changeId }) => {
    const email = String(to)
    const stop = () =>
      signLink(secrets, { purpose: 'keep-address', userId: account.id, subjectId: Number(changeId), email })
    return {
      to: email,
      subject: subject,
      preview,
      heading: subject,
      blocks: [
        greeting(account, text),
        changeId === undefined
          ? { kind: 'button', label: 'Open Hooley', url: publicUrl }
          : { kind: 'button', label: 'Stop this change', url: `${publicUrl}/links/${stop()}` },
        { kind: 'note', text: note },
      ],
    }
  })

export const addressChangeAskedMail = (sender: Sender) =>
  toOldAddress(sender, {
    subject: 'Your Hooley account is to have another address',
    preview: 'It changes once the new address is confirmed.',
    text: 'somebody, hopefully you, has asked for another mail address for your Hooley account. Nothing changes until the link that we have sent there is used. If it was not you, stop it with the button below.',
    note: 'It was not you? Then somebody else is in your account. After stopping the change, please set a new password with "Forgot your password?": it signs everybody out.',
  })

export const addressChangedMail = (sender: Sender) =>
  toOldAddress(sender, {
    subject: 'Your Hooley account has another address',
    preview: 'You now sign in with your new address.',
    text: 'your Hooley account now has another mail address. You sign in with that one, and the links in our mails to this one no longer work.',
  })
