import { MINUTE } from '../../../contract/durations.ts'
import { api } from '../../../contract/api.ts'
import { popularDays, popularEvents, popularUsual } from '../../db/schema/popular.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { shownEvents } from '../events/module.ts'
import { listPopular } from './queries.ts'
import { rankPopular } from './ranking.ts'

const popularRoutes = (deps: Deps): Binding[] => [
  bind(api.popular.list, ({ query }) => listPopular(deps, query.limit), shownEvents),
]

export const popular: Module = {
  routes: popularRoutes,
  jobs: { 'reckon-popular': { run: rankPopular } },
  // Whether or not the feature is on: GET /all-events sorts by it.
  schedule: { 'reckon-popular': 5 * MINUTE },
  tables: [
    { table: popularEvents, plain: ['score'] },
    { table: popularDays, plain: ['day'] },
    { table: popularUsual, plain: ['usual'] },
  ],
}
