import { api } from '../../../contract/api.ts'
import { isMine } from '../../access/personal-data.ts'
import { featuredEvents } from '../../db/schema/featured.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { shownEvents } from '../events/module.ts'
import { listFeatured } from './queries.ts'

const featuredRoutes = (deps: Deps): Binding[] => [
  bind(api.featured.list, ({ query }) => listFeatured(deps, query.limit), shownEvents),
]

export const featured: Module = {
  routes: featuredRoutes,
  tables: [
    {
      table: featuredEvents,
      of: isMine(featuredEvents.chosenBy),
      by: featuredEvents.eventId,
      personal: [],
      atDeletion: () => ({ chosenBy: null }),
    },
  ],
}
