import { linesWithoutLinks } from '../../../contract/links.ts'
import type { Db } from '../../db/client.ts'
import { greetingName } from '../../mail/greeting.ts'
import { letterHtml, letterText, type Letter } from '../../mail/layout.ts'
import type { Mail, MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { findMessage } from './queries.ts'

interface Words {
  eventId: number
  subject: string
  text: string
  replies: boolean
}

const HOW_TO_REPLY = {
  yes: 'Answer this mail to reply: it goes to the organiser.',
  no: 'Please do not answer this mail, nobody would read it. You can ask the organiser on the page of the event.',
}

/** The heading and the event's name are ours, so that nobody poses as Hooley with their own subject. */
async function mailOf(db: Db, publicUrl: string, userId: number | null, words: Words): Promise<Mail | null> {
  const account = userId === null ? null : await findAccount(db, userId)
  const event = await findEvent(db, words.eventId)
  if (!account || !event || event.hiddenAt) return null
  const creator = words.replies ? await findAccount(db, event.creatorId) : null
  // An address that nobody has confirmed may be a stranger's, and words a way to send them a link.
  const clean = account.emailConfirmedAt ? (text: string) => text : linesWithoutLinks
  const title = clean(event.title) || 'an event'
  const subject = clean(words.subject) || 'A message'
  const letter: Letter = {
    publicUrl,
    preview: clean(words.text).slice(0, 120).toWellFormed(),
    heading: 'A message from the organiser',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Event', title],
          ['When', whenText(event)],
          ['Subject', subject],
        ],
      },
      { kind: 'text', text: `Hello ${greetingName(account)},\n\n${clean(words.text) || '(a link)'}` },
      { kind: 'note', text: creator ? HOW_TO_REPLY.yes : HOW_TO_REPLY.no },
      { kind: 'button', label: 'See the event', url: `${publicUrl}/events/${event.id}` },
    ],
  }
  return {
    to: account.email,
    ...(creator && { replyTo: creator.email }),
    subject: `${title}: ${subject}`,
    html: letterHtml(letter),
    text: letterText(letter),
  }
}

export const messageMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const message = await findMessage(db, Number(payload.messageId))
    return message && mailOf(db, publicUrl, userId, message)
  }

export const messageTestMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const mail = await mailOf(db, publicUrl, userId, payload as unknown as Words)
    return mail && { ...mail, subject: `Test: ${mail.subject}` }
  }
