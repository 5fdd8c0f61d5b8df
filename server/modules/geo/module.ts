import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { saveLocation } from './commands.ts'
import { getCity } from './queries.ts'
import { suggestTowns } from './towns.ts'

export { findTown, townOfVenue, type Town } from './towns.ts'

const geoRoutes = (deps: Deps): Binding[] => [
  bind(api.geo.city, ({ query }) => getCity(query.lat, query.lng)),
  bind(api.geo.towns, ({ query }) => suggestTowns(query.q)),
  bind(api.geo.saveLocation, ({ body }, user) => saveLocation(deps, user, body)),
]

export const geo: Module = {
  routes: geoRoutes,
}
