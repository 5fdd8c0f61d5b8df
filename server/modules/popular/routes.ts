import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { shownEvents } from '../events/module.ts'
import { listPopular } from './queries.ts'

export const popularRoutes = (deps: Deps): Binding[] => [
  bind(api.popular.list, ({ query }) => listPopular(deps, query.limit), shownEvents),
]
