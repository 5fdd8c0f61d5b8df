import { api } from '../../../contract/api.ts'
import { AppError } from '../../../contract/errors.ts'
import type { EventBody } from '../../../contract/event-body.ts'
import { requireMay } from '../../access/can.ts'
import { countedSave } from '../../access/save-limits.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { findEvent, type EventRow } from '../events/queries.ts'
import { cancelEvent, deleteEvent, duplicateEvent, postponeEvent, reinstateEvent } from './commands.ts'
import { changeBetween, knownToGuests } from './policy.ts'
import { countConcerned } from './queries.ts'

const wouldTell = (event: EventRow, body: EventBody) =>
  event.status !== 'draft' &&
  changeBetween(knownToGuests(event), knownToGuests({ ...event, ...body, status: event.status })) !== null

export const eventStateRoutes = (deps: Deps): Binding[] => [
  // Each empties cached lists as a save does, and is counted as one.
  bind(api.eventStates.cancel, ({ params, body }, user) =>
    countedSave(deps, user, 'saveEvent', () => cancelEvent(deps, user, params.eventId, body)),
  ),
  bind(api.eventStates.postpone, ({ params, body }, user) =>
    countedSave(deps, user, 'saveEvent', () => postponeEvent(deps, user, params.eventId, body)),
  ),
  bind(api.eventStates.reinstate, ({ params, body }, user) =>
    countedSave(deps, user, 'saveEvent', () => reinstateEvent(deps, user, params.eventId, body)),
  ),
  bind(api.eventStates.remove, ({ params }, user) => deleteEvent(deps, user, params.eventId)),
  bind(api.eventStates.duplicate, ({ params, headers }, user) =>
    countedSave(deps, user, 'createEvent', () =>
      duplicateEvent(deps, user, params.eventId, headers['idempotency-key']),
    ),
  ),
  bind(api.eventStates.impact, async ({ params, query, body }, user) => {
    const event = await findEvent(deps.db, params.eventId)
    if (!event) throw new AppError('event_not_found')
    requireMay(user, 'event.edit', event)
    if (!query.act && !body) throw new AppError('bad_request', { message: 'Please send the event, or name an act.' })
    const isTold = query.act ? event.status !== 'draft' : body !== undefined && wouldTell(event, body)
    return { told: isTold ? await countConcerned(deps, deps.db, event.id) : 0 }
  }),
]
