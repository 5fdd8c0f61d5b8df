import { api } from '../../../contract/api.ts'
import { MINUTE } from '../../../contract/durations.ts'
import { isMine } from '../../access/personal-data.ts'
import { bookingRequests as requestsTable } from '../../db/schema/booking-requests.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { requestAcceptedMail } from '../../ledger/booking-emails.ts'
import type { Module } from '../../module.ts'
import { getEventFor } from '../events/queries.ts'
import { ask, decide, endRequests, withdraw } from './commands.ts'
import { requestAnsweredMail } from './emails.ts'
import { countRequests, findOwn, listRequests } from './queries.ts'

// For an account that is deleted.
export { withdrawAll } from './commands.ts'

const PAGE = 50

const bookingRequestRoutes = (deps: Deps): Binding[] => [
  bind(api.bookingRequests.ask, async ({ params, headers, body }, user) => {
    const wish = { ...body, idempotencyKey: headers['idempotency-key'] ?? null }
    const { request, isNew } = await ask(deps, user, params.eventId, wish)
    return new Answer(request, { status: isNew ? 201 : 200 })
  }),
  bind(api.bookingRequests.mine, async ({ params }, user) => ({
    request: await findOwn(deps.db, params.eventId, user.id, deps.clock()),
  })),
  bind(api.bookingRequests.withdraw, ({ params }, user) => withdraw(deps, user, params.eventId)),
  bind(api.bookingRequests.list, async ({ params, query }, user) => {
    const { db, clock } = deps
    const { id: eventId } = await getEventFor(db, user, 'event.manage-guests', params.eventId)
    const { decided: isDecided = false, cursor: after, limit = PAGE } = query
    // One more than a page: it says that there is a next one.
    const found = await listRequests(db, { eventId, isDecided, after, limit: limit + 1 }, clock())
    const requests = found.slice(0, limit)
    const next = found.length > limit ? (requests.at(-1)?.id ?? null) : null
    return { requests, next, counts: await countRequests(db, eventId) }
  }),
  bind(api.bookingRequests.decide, ({ params, body }, user) => decide(deps, user, params.eventId, body)),
]

export const bookingRequests: Module = {
  routes: bookingRequestRoutes,
  mails: (config, secrets) => ({
    'request-accepted': { render: requestAcceptedMail(config, secrets), priority: PRIORITY.soon },
    'request-answered': { render: requestAnsweredMail(config.publicUrl), priority: PRIORITY.soon },
  }),
  limits: { decideRequests: { points: 300, seconds: PER.hour } },
  jobs: { 'end-requests': { run: endRequests } },
  schedule: { 'end-requests': 5 * MINUTE },
  tables: [
    {
      table: requestsTable,
      of: isMine(requestsTable.userId),
      by: requestsTable.id,
      personal: ['text', 'reason', 'idempotencyKey'],
      plain: ['ending'],
      atDeletion: () => ({ text: null, reason: null, idempotencyKey: null }),
    },
  ],
}
