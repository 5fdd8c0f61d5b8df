// What the demo creator has written in the other parts of the form of one event: seen where those features are on.
import type { EmailWords } from '../../../contract/email-kinds.ts'
import type { Tx } from '../client.ts'
import { eventEmails } from '../schema/event-emails.ts'
import { socialPosts } from '../schema/social-posts.ts'

const EMAILS: Record<'welcome' | 'reminder' | 'thanks', Pick<EmailWords, 'subject' | 'text'>> = {
  welcome: {
    subject: '',
    text: 'Hello {first_name},\n\nlovely that you are coming to {event}. The kettle is on from half an hour before; bring a cup if you have one.',
  },
  reminder: {
    subject: 'See you tomorrow',
    text: 'Hello {first_name},\n\n{event} begins at {time}. Come in by the side door: the front one sticks when it rains.',
  },
  thanks: {
    subject: 'Thank you for coming',
    text: 'Hello {first_name},\n\nthank you for coming to {event}. We hope to see you at the next one.\n\n{organiser}',
  },
}

const DAY_MINUTES = 24 * 60

export async function insertFormParts(tx: Tx, eventId: number, userId: number): Promise<void> {
  const emails = Object.entries(EMAILS).map(([kind, words]) => ({ kind: kind as keyof typeof EMAILS, ...words }))
  await tx.insert(eventEmails).values(emails.map((email) => ({ eventId, enabled: true, hours: 12, ...email })))
  const post = { eventId, userId, minutesBefore: DAY_MINUTES }
  await tx.insert(socialPosts).values([
    { ...post, network: 'twitter', text: 'Tomorrow evening, and there are still a few places left. Come along!' },
    { ...post, network: 'facebook', text: 'Tomorrow is the day. Bring a friend, bring a cup, stay for the tea.' },
  ])
}
