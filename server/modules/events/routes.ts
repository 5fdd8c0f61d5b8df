import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { openLine } from '../../http/large-answers.ts'
import { createEvent, updateEvent } from './commands.ts'
import { eventReads, listReads, typedReads } from './ready-reads.ts'
import { getEvent, listEvents } from './reads.ts'
import { suggestTitles } from './typeahead.ts'
import { openWholeLists } from './whole-list.ts'

export const eventRoutes = (deps: Deps, wholeLists = openWholeLists(openLine())): Binding[] => [
  bind(api.events.list, ({ query }, user, meta) => listEvents(deps, wholeLists, user, query, meta), listReads),
  bind(api.events.typeahead, ({ query }) => suggestTitles(deps.db, query.q, deps.clock()), typedReads),
  bind(api.events.get, ({ params }, user) => getEvent(deps, user, params.eventId), eventReads),
  bind(api.events.create, ({ body, headers }, user) => createEvent(deps, user, body, headers['idempotency-key'])),
  bind(api.events.update, ({ params, body }, user) => updateEvent(deps, user, params.eventId, body)),
]
