import { and, eq } from 'drizzle-orm'
import { eventPath } from '../../../contract/event-access.ts'
import { NETWORKS, type NetworkName } from '../../../contract/networks.ts'
import { socialPosts } from '../../db/schema/social-posts.ts'
import { greeting, say, titleWords, words } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'

/** Pointless once the text was taken away. */
export const postMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const { eventId, network } = payload as { eventId: number; network: NetworkName }
    const account = userId === null ? null : await findAccount(db, userId)
    const event = await findEvent(db, eventId)
    const isIt = and(eq(socialPosts.eventId, eventId), eq(socialPosts.network, network))
    const [post] = await db.select().from(socialPosts).where(isIt)
    if (!account || !event || !post || post.text === '') return null
    const { name, takesText, composer } = NETWORKS[network]
    const title = titleWords(event, 'your event')
    const heading = say`Time to post on ${name}: ${title}`
    const url = publicUrl + eventPath({ id: eventId, key: event.linkKey })
    // An address that nobody has confirmed gets no links of others, not inside ours either.
    const text = account.emailConfirmedAt ? post.text : ''
    return {
      to: account,
      subject: heading,
      preview: words(post.text, '', { most: 120 }),
      heading,
      blocks: [
        greeting(
          account,
          takesText
            ? `Here’s what you planned to post on ${name} now. The button opens ${name} with the text filled in; nothing is posted until you press there.`
            : `Here’s what you planned to post on ${name} now. Please copy the text: ${name} can’t fill it in. Nothing is posted until you press there.`,
        ),
        { kind: 'quote', from: 'Your text:', text: words(post.text, '') },
        { kind: 'button', label: `Open ${name}`, url: composer(text, url) },
        { kind: 'facts', rows: [['Link to the event', url]] },
        { kind: 'note', text: 'We never post for you and have no access to your accounts.' },
      ],
    }
  }
