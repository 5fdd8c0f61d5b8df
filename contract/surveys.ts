// What the guests of an event are asked before and after it (feature surveys). An anonymous survey is answered in two
// requests: a ballot for who takes part, then the sheet with the ballot alone, which says nothing of who sent it.
import { z } from 'zod'
import { answer, asked, rightChoices } from './booking-questions.ts'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { SURVEY } from './limits.ts'
import { permission } from './permissions.ts'
import { SURVEY_QUESTION_KINDS } from './question-kinds.ts'
import { SURVEY_KINDS } from './survey-kinds.ts'
import { dateTime, id, wireBoolean, wireNumber } from './wire.ts'

const kind = z.enum(SURVEY_KINDS, { error: `must be one of ${SURVEY_KINDS.join(', ')}` })

const givenQuestion = asked(SURVEY_QUESTION_KINDS).refine(rightChoices, {
  error: 'must be two or more different ones to choose from, and none for a text or stars',
  path: ['choices'],
})

const question = z.object({
  kind: z.enum(SURVEY_QUESTION_KINDS),
  label: z.string(),
  choices: z.array(z.string()),
  required: z.boolean(),
})

/** For those who run the event. */
const survey = z.object({
  /** Null: it has not been saved yet. */
  id: z.number().nullable(),
  kind,
  enabled: z.boolean(),
  anonymous: z.boolean(),
  /** Whether guests get it by email. */
  sends: z.boolean(),
  questions: z.array(question),
  /** Guests have seen it: whether it is anonymous is settled. */
  isOpened: z.boolean(),
  /** Somebody has answered: its questions are settled. */
  isAnswered: z.boolean(),
})

export type Survey = z.output<typeof survey>

const ofEvent = {
  access: 'member',
  may: 'event.manage',
  feature: 'surveys',
  params: eventParams.extend({ kind }),
} as const

export const getSurvey = endpoint({
  ...ofEvent,
  method: 'GET',
  scope: 'events.read',
  path: '/events/{eventId}/surveys/{kind}',
  errors: ['event_not_found'],
  summary: 'One of the surveys of an event, for those who run it',
  reply: survey,
})

export const setSurvey = endpoint({
  ...ofEvent,
  method: 'PUT',
  scope: 'events.write',
  path: '/events/{eventId}/surveys/{kind}',
  errors: ['event_not_found', 'blocked_link', 'survey_frozen', 'survey_opened'],
  summary: 'Change a survey; its questions until somebody has answered, whether it is anonymous until it opens',
  body: z
    .object({
      enabled: wireBoolean,
      anonymous: wireBoolean,
      sends: wireBoolean,
      questions: z.array(givenQuestion).max(SURVEY.most, `can be at most ${SURVEY.most}`),
    })
    .refine(({ enabled, questions }) => !enabled || questions.length > 0, {
      path: ['questions'],
      message: 'Please write a question.',
    }),
  reply: survey,
})

/** For a guest. */
const openSurvey = z.object({
  id: z.number(),
  kind,
  anonymous: z.boolean(),
  organiser: z.string(),
  /** Sent with the answers: they are for these questions. */
  version: z.number(),
  questions: z.array(question),
  /** Anonymous: has taken part. */
  isAnswered: z.boolean(),
  closesAt: dateTime,
})

export type OpenSurvey = z.output<typeof openSurvey>

const guest = {
  access: 'member',
  may: permission('survey.answer', 'member'),
  link: 'survey',
  feature: 'surveys',
} as const

export const listOpen = endpoint({
  ...guest,
  method: 'GET',
  path: '/tickets/{ticketId}/surveys',
  errors: ['ticket_not_found'],
  summary: 'The surveys that are open for a booking; never what was answered',
  params: z.object({ ticketId: id }),
  reply: z.array(openSurvey),
})

const params = z.object({ surveyId: id })

const written = {
  version: wireNumber(z.int('must be a whole number')),
  /** One for each question, in order. */
  answers: z.array(answer).max(SURVEY.most, `can be at most ${SURVEY.most}`),
}

export const answerSurvey = endpoint({
  ...guest,
  method: 'POST',
  path: '/surveys/{surveyId}/answers',
  errors: [
    ...(['survey_not_found', 'ticket_not_found', 'survey_closed', 'survey_anonymous'] as const),
    ...(['questions_changed', 'answer_invalid', 'blocked_link'] as const),
  ],
  summary: 'Answer a survey with your name; another answer takes the place of the first',
  params,
  body: z.object({ ticketId: id, ...written }),
  reply: z.null(),
  status: 204,
})

export const takeBallot = endpoint({
  ...guest,
  method: 'POST',
  path: '/surveys/{surveyId}/ballot',
  errors: [
    ...(['survey_not_found', 'ticket_not_found', 'survey_closed', 'survey_not_anonymous'] as const),
    'survey_taken_part',
  ],
  summary: 'Take part in an anonymous survey; a repeated Idempotency-Key returns the same ballot',
  params,
  headers: z.object({
    'idempotency-key': z.string().regex(/^[0-9a-f-]{32,36}$/, 'must be 32 random hexadecimal digits'),
  }),
  body: z.object({ ticketId: id }),
  reply: z.object({ ballot: z.string() }),
  leavesNoTrace: true,
})

export const sendSheet = endpoint({
  method: 'POST',
  path: '/surveys/{surveyId}/sheets',
  access: 'anyone',
  may: 'site.use',
  feature: 'surveys',
  errors: [
    ...(['survey_not_found', 'survey_closed', 'ballot_used', 'ballot_unknown', 'survey_not_anonymous'] as const),
    ...(['questions_changed', 'answer_invalid', 'blocked_link'] as const),
  ],
  summary: 'Send the answers to an anonymous survey with a ballot and nothing else; send no token and no cookie',
  params,
  body: z.object({ ballot: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'is not a ballot'), ...written }),
  reply: z.null(),
  status: 204,
  leavesNoTrace: true,
})

const questionResults = question.omit({ required: true }).extend({
  /** How many have answered it, of those that are shown. */
  answered: z.number(),
  /** Of each choice, or from one star to five; empty for a text. */
  counts: z.array(z.object({ choice: z.string(), count: z.number() })),
  /** The first of them, in random order where the survey is anonymous; all are in the CSV. */
  texts: z.array(z.object({ text: z.string(), name: z.string().optional() })),
})

export type QuestionResults = z.output<typeof questionResults>

const results = z.object({
  kind,
  anonymous: z.boolean(),
  isClosed: z.boolean(),
  /** Sheets or named answers that were sent. */
  answered: z.number(),
  /** Those that the figures are made of. */
  shown: z.number(),
  questions: z.array(questionResults),
})

export type SurveyResults = z.output<typeof results>

const ofResults = {
  method: 'GET',
  access: 'member',
  may: permission('survey.see-results', 'member'),
  feature: 'surveys',
  errors: ['survey_not_found', 'event_not_found', 'forbidden'],
  params,
} as const

export const getResults = endpoint({
  ...ofResults,
  path: '/surveys/{surveyId}/results',
  summary: 'What guests answered, by question; an anonymous survey from 5 answers on, in steps of 5',
  reply: results,
})

export const getResultsCsv = endpoint({
  ...ofResults,
  path: '/surveys/{surveyId}/results.csv',
  summary: 'All answers for a spreadsheet: a row for each guest, or, where it is anonymous, a list for each question',
  reply: z.string(),
  kind: 'csv',
})

/** By the names that api.ts and the client use. */
export const calls = {
  get: getSurvey,
  set: setSurvey,
  listOpen,
  answer: answerSurvey,
  ballot: takeBallot,
  sheet: sendSheet,
  results: getResults,
  resultsCsv: getResultsCsv,
}
