// What an organiser asks those who have booked. It is asked after the seat is booked, so that booking stays one press.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { BOOKING_QUESTIONS, TEXT } from './limits.ts'
import { permission } from './permissions.ts'
import { hasChoices, QUESTION_KINDS, type AnyQuestionKind } from './question-kinds.ts'
import { filled, id, line, text, wireBoolean } from './wire.ts'

const { most, choices: mostChoices } = BOOKING_QUESTIONS

/** A question of one of these kinds, as an organiser writes it. */
export const asked = <K extends AnyQuestionKind>(kinds: readonly K[]) =>
  z.object({
    kind: z.enum(kinds as readonly [K, ...K[]], { error: `must be one of: ${kinds.join(', ')}` }),
    label: filled(line(TEXT.bookingQuestion), 'Please write the question'),
    choices: z
      .array(filled(line(TEXT.choice), 'Please write every choice'))
      .max(mostChoices, `can be at most ${mostChoices}`)
      .default([]),
    required: wireBoolean.default(false),
  })

export const rightChoices = ({ kind, choices }: { kind: AnyQuestionKind; choices: string[] }) =>
  hasChoices(kind) ? choices.length >= 2 && new Set(choices).size === choices.length : choices.length === 0

/** Without an id it is a new one. */
const givenQuestion = asked(QUESTION_KINDS)
  .extend({ id: id.optional() })
  .refine(rightChoices, {
    error: 'must be two or more different ones to choose from, and none for a text or yes and no',
    path: ['choices'],
  })

export type GivenQuestion = z.output<typeof givenQuestion>

export const bookingQuestion = z.object({
  id: z.number(),
  kind: z.enum(QUESTION_KINDS),
  label: z.string(),
  choices: z.array(z.string()),
  required: z.boolean(),
})

export type BookingQuestion = z.output<typeof bookingQuestion>

/** A question to one booking. */
export const ticketQuestion = bookingQuestion.extend({
  isAnswered: z.boolean(),
  /** A text, the choices, or "yes" or "no". Missing: not answered, or read with an email's link, which shows no answers. */
  answer: z.array(z.string()).optional(),
})

export type TicketQuestion = z.output<typeof ticketQuestion>

/** For those who run the event: with answers, a change makes a new question in its place. */
const managedQuestion = bookingQuestion.extend({ isAnswered: z.boolean() })

export type ManagedQuestion = z.output<typeof managedQuestion>

const managedQuestions = z.object({ questions: z.array(managedQuestion) })

export const getQuestions = endpoint({
  method: 'GET',
  path: '/events/{eventId}/booking-questions',
  access: 'member',
  may: 'event.manage-guests',
  scope: 'guests.read',
  errors: ['event_not_found'],
  summary: 'What those who book are asked, for those who run the event; guests read it with their ticket',
  params: eventParams,
  reply: managedQuestions,
})

export const putQuestions = endpoint({
  method: 'PUT',
  path: '/events/{eventId}/booking-questions',
  access: 'member',
  may: 'event.edit',
  scope: 'events.write',
  errors: ['event_not_found', 'questions_changed', 'questions_replaced_too_often', 'blocked_link'],
  summary: 'Set what those who book are asked; a question with answers is replaced, not changed',
  params: eventParams,
  body: z.object({ questions: z.array(givenQuestion).max(most, `can be at most ${most}`) }),
  reply: managedQuestions,
})

/** A text, the choices, "yes" or "no", or the number of stars; empty: none. */
export const answer = z.array(text(TEXT.answer)).max(mostChoices, `can be at most ${mostChoices}`)

const givenAnswer = z.object({ questionId: id, answer })

export type GivenAnswer = z.output<typeof givenAnswer>

export const putAnswers = endpoint({
  method: 'PUT',
  path: '/tickets/{ticketId}/answers',
  access: 'member',
  may: permission('ticket.answer-questions', 'member'),
  // It may write answers, and is never sent any.
  link: 'answer',
  errors: [
    'ticket_not_found',
    'booking_changed',
    'answers_closed',
    'questions_changed',
    'answer_invalid',
    'blocked_link',
  ],
  summary: 'Answer the organiser’s questions until the event starts; what is not named stays as it was',
  params: z.object({ ticketId: id }),
  body: z.object({
    answers: z
      .array(givenAnswer)
      .min(1, 'must have an answer')
      .max(most, `can be at most ${most}`)
      .refine(
        (all) => new Set(all.map(({ questionId }) => questionId)).size === all.length,
        'must name a question once',
      ),
  }),
  reply: z.object({ questions: z.array(ticketQuestion) }),
})

/** By the names that api.ts and the client use. */
export const calls = { get: getQuestions, put: putQuestions, answer: putAnswers }
