// To a creator whose event has waited to be looked at.
import { eq } from 'drizzle-orm'
import { isListed } from '../../../contract/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { greeting, say, titleWords } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'

/** Pointless once it waits again or was hidden. */
export const eventListedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const [event] = await db
      .select()
      .from(events)
      .where(eq(events.id, Number(payload.eventId)))
    const account = userId === null ? null : await findAccount(db, userId)
    if (!event || !account || !isListed(event)) return null
    const title = titleWords(event, 'An event')
    return {
      to: account,
      subject: say`Your event is now listed: ${title}`,
      preview: 'Everyone can find it now.',
      heading: 'Your event is now listed',
      blocks: [
        greeting(
          account,
          say`We’ve looked at “${title}”. From now on everyone can find it: in lists, in search and in feeds.`,
        ),
        {
          kind: 'facts',
          rows: [
            ['Event', title],
            ['When', whenText(event)],
          ],
        },
        { kind: 'button', label: 'See your event', url: `${publicUrl}/events/${event.id}` },
      ],
    }
  }
