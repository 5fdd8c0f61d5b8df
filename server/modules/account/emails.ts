import { SITE } from '../../../contract/site.ts'
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

const NOT_YOU = 'Wasn’t you? You can ignore this email.'
export const TELL_US = `Wasn’t you? Please write to ${SITE.supportEmail} straight away.`

/** For an email to an account, which is pointless once that is gone. */
export const toAccount = (
  render: (
    account: Account,
    payload: Record<string, unknown>,
    db: Db,
    now: Date,
  ) => Promise<Letter | null> | Letter | null,
) =>
  (async (db, { userId, payload, now }) => {
    const account = userId === null ? null : await findAccount(db, userId)
    return account && (await render(account, payload, db, now))
  }) satisfies MailRenderer

const CREATED = { done: `created a ${SITE.name} account`, ways: 'nobody will be able to use the account.' }
const BOOKED = {
  done: `booked on ${SITE.name}`,
  ways: 'we’ll cancel the booking and nobody will be able to use the account.',
}

/** Never in the confirmation of a booking, which people forward. It names no event, and its link signs nobody in. */
export const confirmAddressMail = ({ publicUrl, secrets }: Sender): MailRenderer =>
  toAccount(async (account, _payload, db, now) => {
    if (account.emailConfirmedAt) return null
    const { id: userId, email } = account
    const { done, ways } = (await whoseToAsk(db, userId, now)) === 'booking' ? BOOKED : CREATED
    const token = signLink(secrets, { purpose: 'address', userId, subjectId: 0, email })
    return {
      to: email,
      subject: 'Confirm your email',
      preview: 'One click, and organisers’ messages reach you.',
      heading: 'Confirm your email',
      blocks: [
        greeting(
          account,
          `Someone (we hope you) ${done} with this email. Confirm it to get every message from organisers straight away.`,
        ),
        { kind: 'button', label: 'Confirm my address', url: `${publicUrl}/links/${token}` },
        { kind: 'note', text: `Wasn’t you? Follow the link and say so: ${ways}` },
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
      subject: 'Please confirm your new email address',
      preview: 'From then on you log in with this address.',
      heading: 'Your new address',
      blocks: [
        greeting(
          account,
          `You asked to use this email address for your ${SITE.name} account. Once you confirm it, you log in with it and our emails come here.`,
        ),
        { kind: 'button', label: 'Confirm my new address', url: `${publicUrl}/links/${token}` },
        { kind: 'note', text: 'The link works for 24 hours.' },
        { kind: 'note', text: NOT_YOU },
      ],
    }
  })

const alreadyYours = (publicUrl: string, email: string): Letter => ({
  to: email,
  subject: `This address already has a ${SITE.name} account`,
  preview: 'Nothing was changed.',
  heading: 'This address already has an account',
  blocks: [
    {
      kind: 'text',
      text: `Hello,\n\nSomeone tried to use this address for another ${SITE.name} account. It already has one, so nothing was changed.`,
    },
    { kind: 'button', label: `Open ${SITE.name}`, url: publicUrl },
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
          ? { kind: 'button', label: `Open ${SITE.name}`, url: publicUrl }
          : { kind: 'button', label: 'Stop this change', url: `${publicUrl}/links/${stop()}` },
        { kind: 'note', text: note },
      ],
    }
  })

export const addressChangeAskedMail = (sender: Sender) =>
  toOldAddress(sender, {
    subject: `Someone asked to change your ${SITE.name} email address`,
    preview: 'It changes once the new address is confirmed.',
    text: `Someone (we hope you) asked to change the email address of your ${SITE.name} account. Nothing changes until they use the link we sent to the new address. If it wasn’t you, stop it with the button below.`,
    note: 'Wasn’t you? Then someone else is in your account. Stop the change, then set a new password with "Forgot your password?": it signs everyone out.',
  })

export const addressChangedMail = (sender: Sender) =>
  toOldAddress(sender, {
    subject: `Your ${SITE.name} email address has changed`,
    preview: 'You now log in with your new address.',
    text: `Your ${SITE.name} account now has another email address. Log in with that one from now on. The links in our emails to this one no longer work.`,
  })
