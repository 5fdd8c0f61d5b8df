import type { Module } from '../../module.ts'
import { geoRoutes } from './routes.ts'

export { findTown, townOfVenue, type Town } from './towns.ts'

export const geo: Module = {
  routes: geoRoutes,
}
