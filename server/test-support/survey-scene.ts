// An event with guests, and a survey that they can answer.
import { randomUUID } from 'node:crypto'
import { tickets } from '../db/schema/tickets.ts'
import { users } from '../db/schema/users.ts'
import { signLink } from '../access/mail-links.ts'
import type { Client } from '../../contract/client.ts'
import type { SurveyKind, SurveyQuestion } from '../../contract/survey-kinds.ts'
import type { Person, World } from './world.ts'

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

export async function answerAnonymously(w: World, guest: SurveyGuest, surveyId: number, answers: string[][]) {
  const ballot = await takeBallot(guest, surveyId)
  await w.visitor.surveys.sheet({ params: { surveyId }, body: { ballot, version: 1, answers } })
}
