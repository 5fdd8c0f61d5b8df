import { api } from '../../../contract/api.ts'
import { AppError } from '../../../contract/errors.ts'
import type { EventBody } from '../../../contract/event-body.ts'
import { countedSave } from '../../access/save-limits.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { openLine } from '../../http/large-answers.ts'
import { changeBetween, knownToGuests } from './changes.ts'
import { createEvent, renewLink, updateEvent } from './commands.ts'
import { countConcerned, getEventFor, type EventRow } from './queries.ts'
import { eventReads, listReads, typedReads } from './ready-reads.ts'
import { getEvent, listEvents } from './reads.ts'
import { cancelEvent, deleteEvent, duplicateEvent, postponeEvent, reinstateEvent } from './states.ts'
import { suggestTitles } from './typeahead.ts'
import { openWholeLists } from './whole-list.ts'

const wouldNotify = (event: EventRow, body: EventBody) =>
  event.status !== 'draft' &&
  changeBetween(knownToGuests(event), knownToGuests({ ...event, ...body, status: event.status })) !== null

export const eventRoutes = (deps: Deps, wholeLists = openWholeLists(openLine())): Binding[] => [
  bind(api.events.list, ({ query }, user, meta) => listEvents(deps, wholeLists, user, query, meta), listReads),
  bind(api.events.typeahead, ({ query }) => suggestTitles(deps.db, query.q, deps.clock()), typedReads),
  bind(api.events.get, ({ params, query }, user) => getEvent(deps, user, params.eventId, query.key), eventReads),
  bind(api.events.create, ({ body, headers }, user) => createEvent(deps, user, body, headers['idempotency-key'])),
  bind(api.events.update, ({ params, body }, user) => updateEvent(deps, user, params.eventId, body)),
  // Each empties cached lists as a save does, and is counted as one.
  bind(api.events.cancel, ({ params, body }, user) =>
    countedSave(deps, user, 'saveEvent', () => cancelEvent(deps, user, params.eventId, body)),
  ),
  bind(api.events.postpone, ({ params, body }, user) =>
    countedSave(deps, user, 'saveEvent', () => postponeEvent(deps, user, params.eventId, body)),
  ),
  bind(api.events.reinstate, ({ params, body }, user) =>
    countedSave(deps, user, 'saveEvent', () => reinstateEvent(deps, user, params.eventId, body)),
  ),
  bind(api.events.remove, ({ params }, user) => deleteEvent(deps, user, params.eventId)),
  bind(api.events.duplicate, ({ params, headers }, user) =>
    countedSave(deps, user, 'createEvent', () =>
      duplicateEvent(deps, user, params.eventId, headers['idempotency-key']),
    ),
  ),
  bind(api.events.renewLink, ({ params }, user) =>
    countedSave(deps, user, 'saveEvent', () => renewLink(deps, user, params.eventId)),
  ),
  bind(api.events.impact, async ({ params, query, body }, user) => {
    const event = await getEventFor(deps.db, user, 'event.edit', params.eventId)
    if (!query.act && !body) throw new AppError('bad_request', { message: 'Please send the event, or name an act.' })
    const isNotified = query.act ? event.status !== 'draft' : body !== undefined && wouldNotify(event, body)
    return { told: isNotified ? await countConcerned(deps, deps.db, [event.id]) : 0 }
  }),
]
