import { eventPath } from '../../../contract/event-access.ts'
import { greeting, greetingName, say, titleWords, words } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'

/** The guest's address is where an answer goes, and nobody else's eyes see it. */
export const questionMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const creator = userId === null ? null : await findAccount(db, userId)
    const guest = await findAccount(db, Number(payload.askedBy))
    const event = await findEvent(db, Number(payload.eventId))
    if (!creator || !guest || !event) return null
    const title = titleWords(event, 'your event')
    const text = String(payload.text)
    const unsure = guest.emailConfirmedAt ? '' : ' They haven’t confirmed yet that it’s theirs.'
    return {
      to: creator,
      replyTo: guest.email,
      subject: say`A question about ${title}`,
      preview: words(text, '', { most: 120 }),
      heading: say`A question about ${title}`,
      blocks: [
        greeting(creator, `${greetingName(guest)} asks:`),
        { kind: 'text', text: words(text, '(a link)') },
        { kind: 'note', text: `Reply to this email and it goes to their account’s address.${unsure}` },
        { kind: 'button', label: 'See your event', url: publicUrl + eventPath({ id: event.id, key: event.linkKey }) },
      ],
    }
  }
