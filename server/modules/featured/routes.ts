import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { shownEvents } from '../events/module.ts'
import { listFeatured } from './queries.ts'

export const featuredRoutes = (deps: Deps): Binding[] => [
  bind(api.featured.list, ({ query }) => listFeatured(deps, query.limit), shownEvents),
]
