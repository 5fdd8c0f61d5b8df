import { api } from '../../../contract/api.ts'
import { isMine, kept } from '../../access/personal-data.ts'
import { imports as importsTable } from '../../db/schema/imports.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import type { Module } from '../../module.ts'
import { getEventFor } from '../events/queries.ts'
import { importGuests, undoImport } from './commands.ts'
import { importEvents } from './drafts.ts'
import { listImports } from './queries.ts'

const routes = (deps: Deps): Binding[] => [
  bind(api.imports.guests, ({ params, body }, user) => importGuests(deps, user, params.eventId, body)),
  bind(api.imports.list, async ({ params }, user) => {
    const { id } = await getEventFor(deps.db, user, 'event.manage', params.eventId)
    return listImports(deps.db, id)
  }),
  bind(api.imports.events, ({ body }, user) => importEvents(deps, user, body)),
  bind(api.imports.undo, ({ params }, user) => undoImport(deps, user, params)),
]

export const imports: Module = {
  routes,
  // Dry runs among them.
  limits: {
    guestImport: { points: 60, seconds: PER.hour },
    eventImport: { points: 30, seconds: PER.hour },
  },
  // Its guests are tickets.
  tables: [kept(importsTable, isMine(importsTable.userId), importsTable.id, { plain: ['source'] })],
}
