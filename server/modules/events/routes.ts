import { api } from '../../../contract/api.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { createEvent, updateEvent } from './commands.ts'
import { canSee } from './policy.ts'
import { findEvent, listEventRows, toEvent } from './queries.ts'

export const eventRoutes = (deps: Deps): Binding[] => [
  bind(api.events.list, async ({ query }, user) => {
    const userId = user?.id ?? null
    const { items, next } = await listEventRows(deps.db, { ...query, userId }, deps.clock())
    return { items: items.map((row) => toEvent(row, { userId })), next }
  }),
  bind(api.events.get, async ({ params }, user) => {
    const row = await findEvent(deps.db, params.eventId)
    if (!row || !canSee(row, user)) throw new AppError('event_not_found')
    return toEvent(row, { userId: user?.id ?? null })
  }),
  bind(api.events.create, ({ body, headers }, user) => createEvent(deps, user, body, headers['idempotency-key'])),
  bind(api.events.update, ({ params, body }, user) => updateEvent(deps, user, params.eventId, body)),
]
