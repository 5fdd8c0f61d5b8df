// An event with guests, and a survey that they can answer.
import { randomUUID } from 'node:crypto'
import { tickets } from '../db/schema/tickets.ts'
import { users } from '../db/schema/users.ts'
import { signLink } from '../access/mail-links.ts'
import type { Client } from '../../contract/client.ts'
import type { SurveyKind, SurveyQuestion } from '../../contract/survey-kinds.ts'
import { runSurveys } from '../modules/surveys/rounds.ts'
import type { Clocked } from './sold-out.ts'
import type { EventFields, Person, World } from './world.ts'

export const lease = { signal: new AbortController().signal, check: () => undefined }

export const ask = (kind: SurveyQuestion['kind'], label: string, choices: string[] = []): SurveyQuestion => ({
  kind,
  label,
  choices,
  required: false,
})

export const QUESTIONS = [
  ask('stars', 'How was it?'),
  ask('one', 'Would you come again?', ['Yes', 'No']),
  ask('several', 'What did you like?', ['Music', 'Food', 'People']),
  ask('text', 'What else?'),
]

interface Fields {
  enabled?: boolean
  anonymous?: boolean
  sends?: boolean
  questions?: SurveyQuestion[]
}

export const setSurvey = (by: Person, eventId: number, kind: SurveyKind, fields: Fields = {}) =>
  by.api.surveys.set({
    params: { eventId, kind },
    body: { enabled: true, anonymous: true, sends: true, questions: QUESTIONS, ...fields },
  })

export interface SurveyGuest {
  userId: number
  ticketId: number
  /** By the signed link of an email. */
  api: Client
}

let made = 0

/** Straight into the database, each with a confirmed address, a ticket and the link of an email. */
export async function guestsOf(w: World, eventId: number, count: number): Promise<SurveyGuest[]> {
  const emails = Array.from({ length: count }, () => `guest${++made}@example.org`)
  const people = await w.deps.db
    .insert(users)
    .values(emails.map((email) => ({ email, firstName: 'Guest', lastName: 'Byrne', emailConfirmedAt: new Date() })))
    .returning()
  const booked = await w.deps.db
    .insert(tickets)
    .values(people.map(({ id }) => ({ eventId, userId: id, numberOfTickets: 1 })))
    .returning()
  return people.map(({ id, email }, at) => {
    const ticketId = booked[at]!.id
    const token = signLink(w.deps.secrets, { purpose: 'survey', userId: id, email, subjectId: ticketId })
    return { userId: id, ticketId, api: w.apiWith(token) }
  })
}

export const takeBallot = async (guest: SurveyGuest, surveyId: number, key: string = randomUUID()) =>
  (
    await guest.api.surveys.ballot({
      params: { surveyId },
      headers: { 'idempotency-key': key },
      body: { ticketId: guest.ticketId },
    })
  ).ballot

export async function answerAnonymously(
  w: World,
  guest: SurveyGuest,
  surveyId: number,
  answers: string[][],
  key?: string,
) {
  const ballot = await takeBallot(guest, surveyId, key)
  await w.visitor.surveys.sheet({ params: { surveyId }, body: { ballot, version: 1, answers } })
}

export type SurveyStage = ReturnType<typeof surveyStage>

/** Events of this creator with a survey and guests, by a clock that can be set. */
export function surveyStage(clocked: Clocked, creator: Person) {
  const { w } = clocked
  /** In ten days, from noon to three. */
  const makeEvent = (fields: EventFields = {}) =>
    w.event(creator, {
      startTime: new Date('2026-05-14T12:00:00Z'),
      endTime: new Date('2026-05-14T15:00:00Z'),
      createdAt: clocked.now(),
      capacity: 1_000,
      ...fields,
    })

  const run = () => runSurveys(w.deps, { lease })

  /** A named one that is open, and its guests. */
  async function named(count = 1) {
    const { id: eventId } = await makeEvent()
    const { id } = await setSurvey(creator, eventId, 'pre-event', { anonymous: false })
    return { eventId, surveyId: id!, guests: await guestsOf(w, eventId, count) }
  }

  /** One after the event, which is over. */
  async function anonymous(count = 1) {
    const { id: eventId } = await makeEvent()
    const { id } = await setSurvey(creator, eventId, 'post-event')
    const guests = await guestsOf(w, eventId, count)
    clocked.set('2026-05-14T16:00:00Z')
    await run()
    return { eventId, surveyId: id!, guests }
  }

  return { makeEvent, run, named, anonymous }
}
