import { sql } from 'drizzle-orm'
import { api } from '../../../contract/api.ts'
import { DAY } from '../../../contract/durations.ts'
import { ofMyTickets } from '../../access/personal-data.ts'
import { bookingAnswers, bookingQuestions as questionsTable } from '../../db/schema/booking-questions.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import type { Module } from '../../module.ts'
import { getEventFor } from '../events/queries.ts'
import { answerQuestions, forgetAnswers, setQuestions } from './commands.ts'
import { readManaged } from './queries.ts'

export { checkAnswer } from './policy.ts'

const bookingQuestionRoutes = (deps: Deps): Binding[] => [
  bind(api.bookingQuestions.get, async ({ params }, user) => {
    const { id } = await getEventFor(deps.db, user, 'event.manage-guests', params.eventId)
    return readManaged(deps.db, id)
  }),
  bind(api.bookingQuestions.put, ({ params, body }, user) => setQuestions(deps, user, params.eventId, body.questions)),
  bind(api.bookingQuestions.answer, ({ params, body }, user) =>
    answerQuestions(deps, user, params.ticketId, body.answers),
  ),
]

export const bookingQuestions: Module = {
  routes: bookingQuestionRoutes,
  limits: {
    bookingQuestions: { points: 60, seconds: PER.hour },
    bookingAnswers: { points: 60, seconds: PER.hour },
  },
  jobs: { 'forget-answers': { run: forgetAnswers } },
  schedule: { 'forget-answers': DAY },
  tables: [
    {
      table: bookingAnswers,
      of: ofMyTickets(bookingAnswers.ticketId),
      by: bookingAnswers.id,
      personal: ['answer'],
      atDeletion: 'remove',
    },
    {
      // As the texts of the event: those who have answered them may still read them.
      table: questionsTable,
      of: ({ id }) => sql`${questionsTable.eventId} in (select e.id from events e where e.creator_id = ${id})`,
      by: questionsTable.id,
      personal: [],
      plain: ['kind', 'label', 'choices'],
      atDeletion: 'keep',
    },
  ],
}
