import { linesWithoutLinks } from '../../../contract/links.ts'
import { greetingName } from '../../mail/greeting.ts'
import { letterHtml, letterText, type Letter } from '../../mail/layout.ts'
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
    // An address that nobody has confirmed may be a stranger's, and words a way to send them a link.
    const clean = creator.emailConfirmedAt ? (text: string) => text : linesWithoutLinks
    const title = clean(event.title) || 'your event'
    const unsure = guest.emailConfirmedAt ? '' : ' They have not confirmed yet that it is theirs.'
    const letter: Letter = {
      publicUrl,
      preview: clean(String(payload.text)).slice(0, 120),
      heading: `A question about ${title}`,
      blocks: [
        { kind: 'text', text: `Hello ${greetingName(creator)},\n\n${greetingName(guest)} asks:` },
        { kind: 'text', text: clean(String(payload.text)) || '(a link)' },
        { kind: 'note', text: `Answer this mail to reply: it goes to the address of their account.${unsure}` },
        { kind: 'button', label: 'See your event', url: `${publicUrl}/events/${event.id}` },
      ],
    }
    return {
      to: creator.email,
      replyTo: guest.email,
      subject: `A question about ${title}`,
      html: letterHtml(letter),
      text: letterText(letter),
    }
  }
