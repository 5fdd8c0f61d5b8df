import { api } from '../../../contract/api.ts'
import { removed } from '../../access/personal-data.ts'
import { questions as questionsTable } from '../../db/schema/questions.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { askOrganiser } from './commands.ts'
import { questionMail } from './emails.ts'

const questionRoutes = (deps: Deps): Binding[] => [
  bind(api.questions.ask, ({ params, body, headers }, user) =>
    askOrganiser(deps, user, {
      eventId: params.eventId,
      text: body.text,
      key: headers['idempotency-key'],
      linkKey: body.key,
    }),
  ),
]

export const questions: Module = {
  routes: questionRoutes,
  mails: ({ publicUrl }) => ({
    question: { render: questionMail(publicUrl), priority: PRIORITY.normal, notice: 'question' },
  }),
  limits: {
    question: { points: 5, seconds: PER.hour },
  },
  tables: [removed(questionsTable, questionsTable.userId, questionsTable.id, { personal: ['idempotencyKey'] })],
}
