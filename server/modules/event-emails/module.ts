import { inArray, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { api } from '../../../contract/api.ts'
import { MINUTE } from '../../../contract/durations.ts'
import { kept, ofMyTickets } from '../../access/personal-data.ts'
import { eventEmails as eventEmailsTable, thankYous } from '../../db/schema/event-emails.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { previewEmail, setEmail, testEmail } from './commands.ts'
import { testMail, thanksMail } from './emails.ts'
import { getEmail } from './queries.ts'
import { sendThanks } from './thanks.ts'

const eventEmailRoutes = (deps: Deps): Binding[] => [
  bind(api.eventEmails.get, ({ params }) => getEmail(deps.db, params.eventId, params.kind)),
  bind(api.eventEmails.set, ({ params, body }, user) => setEmail(deps, user, params, body)),
  bind(api.eventEmails.preview, ({ params, body }, user) => previewEmail(deps, user, params, body)),
  bind(api.eventEmails.test, ({ params, body }, user) => testEmail(deps, user, params, body)),
]

const query = new QueryBuilder({ casing: 'snake_case' })

export const eventEmails: Module = {
  routes: eventEmailRoutes,
  mails: (config, secrets) => ({
    // Ends by the same switch as the messages of organisers.
    thanks: { render: thanksMail(config, secrets), priority: PRIORITY.bulk, notice: 'message' },
    // Asked for by who gets it, so there is nothing to end.
    'event-email-test': { render: testMail(config, secrets), priority: PRIORITY.normal },
  }),
  jobs: { 'send-thanks': { run: sendThanks } },
  schedule: { 'send-thanks': 5 * MINUTE },
  limits: {
    emailTest: { points: 20, seconds: PER.hour },
  },
  tables: [
    {
      table: eventEmailsTable,
      of: (me) =>
        inArray(
          eventEmailsTable.eventId,
          query.select({ id: events.id }).from(events).where(eq(events.creatorId, me.id)),
        ),
      by: sql`${eventEmailsTable.eventId} || ' ' || ${eventEmailsTable.kind}`,
      personal: ['subject', 'text'],
      plain: ['kind'],
      atDeletion: 'remove',
    },
    kept(thankYous, ofMyTickets(thankYous.ticketId), thankYous.ticketId),
  ],
}
