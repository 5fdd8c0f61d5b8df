// What the demo creator has written in the other parts of the form of one event, and asked after another: seen where those
// features are on.
import { eq } from 'drizzle-orm'
import type { EmailWords } from '../../../contract/email-kinds.ts'
import type { SurveyQuestion } from '../../../contract/survey-kinds.ts'
import type { Tx } from '../client.ts'
import { eventEmails } from '../schema/event-emails.ts'
import { socialPosts } from '../schema/social-posts.ts'
import { surveyParticipants, surveys, surveySheets } from '../schema/surveys.ts'
import { tickets } from '../schema/tickets.ts'

const EMAILS: Record<'welcome' | 'reminder' | 'thanks', Pick<EmailWords, 'subject' | 'text'>> = {
  welcome: {
    subject: '',
    text: 'Hello {first_name},\n\nLovely that you’re coming to {event}. The kettle is on from half an hour before; bring a cup if you have one.',
  },
  reminder: {
    subject: 'See you tomorrow',
    text: 'Hello {first_name},\n\n{event} begins at {time}. Come in by the side door: the front one sticks when it rains.',
  },
  thanks: {
    subject: 'Thank you for coming',
    text: 'Hello {first_name},\n\nThank you for coming to {event}. We hope to see you at the next one.\n\n{organiser}',
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
  await tx.insert(surveys).values({ eventId, kind: 'pre-event', anonymous: false, ...SURVEYED, questions: BEFORE })
}

const SURVEYED = { enabled: true, sends: true, openedAt: new Date() }

const asked = (kind: SurveyQuestion['kind'], label: string, choices: string[] = []) => ({
  kind,
  label,
  choices,
  required: false,
})

const BEFORE = [
  asked('one', 'How will you get here?', ['On foot', 'By bike', 'By train', 'By car']),
  asked('text', 'Is there anything that you need from us?'),
]

const AFTER = [
  asked('stars', 'How was the evening?'),
  asked('several', 'What did you like?', ['The music', 'The tea', 'The company']),
  asked('one', 'Would you come again?', ['Yes', 'Perhaps', 'No']),
  asked('text', 'What should we do better?'),
]

const WORDS = ['More chairs, please.', '', 'Start a little earlier.', '', 'Nothing. It was lovely.', 'Warmer tea.', '']

/** No two alike in all, and the same every time. */
const sheetOf = (_: unknown, n: number) => [
  [String(n % 7 === 3 ? 3 : 4 + (n % 2))],
  AFTER[1]!.choices.filter((_choice, at) => (n + at) % 3 !== 0),
  [AFTER[2]!.choices[n % 9 === 4 ? 1 : 0]!],
  WORDS[n % WORDS.length] ? [WORDS[n % WORDS.length]!] : [],
]

/** An anonymous survey after an event that is over, answered by those who were there. */
export async function insertSurvey(tx: Tx, event: { id: number; endTime: Date }, now: Date): Promise<void> {
  const booked = await tx.select({ ticketId: tickets.id }).from(tickets).where(eq(tickets.eventId, event.id)).limit(23)
  const isClosed = event.endTime.getTime() + 14 * 24 * 3_600_000 <= now.getTime()
  const [survey] = await tx
    .insert(surveys)
    .values({
      eventId: event.id,
      kind: 'post-event',
      anonymous: true,
      ...SURVEYED,
      questions: AFTER,
      openedAt: event.endTime,
      closedAt: isClosed ? now : null,
    })
    .returning()
  if (!survey || booked.length === 0) return
  const surveyId = survey.id
  await tx.insert(surveyParticipants).values(booked.map(({ ticketId }) => ({ surveyId, ticketId })))
  const sheets = booked.map(sheetOf)
  await tx.insert(surveySheets).values(sheets.map((answers, at) => ({ surveyId, answers, place: at + 1 })))
}
