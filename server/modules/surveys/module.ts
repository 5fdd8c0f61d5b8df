import { eq, inArray, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { api } from '../../../contract/api.ts'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { kept, ofMyTickets, type PersonalTable } from '../../access/personal-data.ts'
import { events } from '../../db/schema/events.ts'
import {
  surveyAnswers,
  surveyBallots,
  surveyInvitations,
  surveyParticipants,
  surveys as surveysTable,
  surveySheets,
} from '../../db/schema/surveys.ts'
import type { Deps } from '../../deps.ts'
import { download } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { createBallotBox } from './ballots.ts'
import { answerSurvey, sendSheet, setSurvey, takeBallot } from './commands.ts'
import { surveyMail } from './emails.ts'
import { getSurvey, listOpen } from './queries.ts'
import { getResults, resultsCsv } from './results.ts'
import { forgetAnswers, runSurveys } from './rounds.ts'

function surveyRoutes(deps: Deps): Binding[] {
  const box = createBallotBox(deps.db)
  return [
    bind(api.surveys.get, ({ params }) => getSurvey(deps.db, params.eventId, params.kind)),
    bind(api.surveys.set, ({ params, body }, user) => setSurvey(deps, user, params, body)),
    bind(api.surveys.listOpen, ({ params }, user) => listOpen(deps.db, user, params.ticketId, deps.clock())),
    bind(api.surveys.answer, ({ params, body }, user) => answerSurvey(deps, user, params.surveyId, body)),
    bind(api.surveys.ballot, ({ params, headers, body }, user) =>
      takeBallot(deps, box, user, { ...params, ...body, key: headers['idempotency-key'] }),
    ),
    bind(api.surveys.sheet, ({ params, body }) => sendSheet(deps, params.surveyId, body)),
    bind(api.surveys.results, ({ params }, user) => getResults(deps, user, params.surveyId)),
    bind(api.surveys.resultsCsv, async ({ params }, user) =>
      download(
        await resultsCsv(deps, user, params.surveyId),
        `survey-${params.surveyId}.csv`,
        'text/csv; charset=utf-8',
      ),
    ),
  ]
}

const query = new QueryBuilder({ casing: 'snake_case' })

const ofTicket = (table: typeof surveyParticipants | typeof surveyInvitations): PersonalTable => ({
  ...kept(table, ofMyTickets(table.ticketId), sql`${table.surveyId} || ' ' || ${table.ticketId}`),
  atDeletion: 'remove',
})

export const surveys: Module = {
  routes: surveyRoutes,
  mails: (config, secrets) => ({
    // They end by the same switch as the messages of organisers.
    survey: { render: surveyMail(config, secrets, false), priority: PRIORITY.bulk, notice: 'message' },
    'survey-reminder': { render: surveyMail(config, secrets, true), priority: PRIORITY.bulk, notice: 'message' },
  }),
  jobs: {
    'run-surveys': { run: (deps, job) => runSurveys(deps, job) },
    'forget-survey-answers': { run: forgetAnswers },
  },
  schedule: { 'run-surveys': MINUTE, 'forget-survey-answers': DAY },
  limits: {
    surveyAnswers: { points: 60, seconds: PER.hour },
  },
  tables: [
    {
      // As the texts of the event: those who have answered them may still read them.
      table: surveysTable,
      of: (me) =>
        inArray(surveysTable.eventId, query.select({ id: events.id }).from(events).where(eq(events.creatorId, me.id))),
      by: surveysTable.id,
      personal: [],
      plain: ['kind', 'questions'],
      atDeletion: 'keep',
    },
    {
      table: surveyAnswers,
      of: ofMyTickets(surveyAnswers.ticketId),
      by: sql`${surveyAnswers.surveyId} || ' ' || ${surveyAnswers.ticketId}`,
      personal: ['answers'],
      atDeletion: 'remove',
    },
    { ...ofTicket(surveyParticipants), secret: ['attemptHash'] },
    { ...ofTicket(surveyInvitations), plain: ['which'] },
    { table: surveyBallots, plain: ['hash'] },
    // Nobody can say whose they are, and so nobody can ask for them back.
    { table: surveySheets, plain: ['answers'] },
  ],
}
