import { eventPath } from '../../../contract/event-access.ts'
import type { Db } from '../../db/client.ts'
import { greeting, say, titleWords, words, type Letter } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { findMessage } from './queries.ts'

interface Message {
  eventId: number
  subject: string
  text: string
  replies: boolean
}

const HOW_TO_REPLY = {
  yes: 'Reply to this email and it goes to the organiser.',
  no: 'Please don’t reply to this email. Nobody reads this inbox. You can ask the organiser on the event’s page.',
}

/** The heading and the event's name are ours, so that nobody poses as Hooley with their own subject. */
async function letterOf(db: Db, publicUrl: string, userId: number | null, message: Message): Promise<Letter | null> {
  const account = userId === null ? null : await findAccount(db, userId)
  const event = await findEvent(db, message.eventId)
  if (!account || !event || event.hiddenAt) return null
  const creator = message.replies ? await findAccount(db, event.creatorId) : null
  const title = titleWords(event, 'an event')
  const subject = words(message.subject, 'A message')
  return {
    to: account,
    ...(creator && { replyTo: creator.email }),
    subject: say`${title}: ${subject}`,
    preview: words(message.text, '', { most: 120 }),
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
      greeting(account, words(message.text, '(a link)')),
      { kind: 'note', text: creator ? HOW_TO_REPLY.yes : HOW_TO_REPLY.no },
      { kind: 'button', label: 'See the event', url: publicUrl + eventPath({ id: event.id, key: event.linkKey }) },
    ],
  }
}

export const messageMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const message = await findMessage(db, Number(payload.messageId))
    return message && letterOf(db, publicUrl, userId, message)
  }

export const messageTestMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const letter = await letterOf(db, publicUrl, userId, payload as unknown as Message)
    return letter && { ...letter, subject: say`Test: ${letter.subject}` }
  }
