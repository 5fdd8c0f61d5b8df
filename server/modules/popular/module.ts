import type { Module } from '../../module.ts'
import { reckonPopular } from './reckoning.ts'
import { popularRoutes } from './routes.ts'

const MINUTE = 60_000

export const popular: Module = {
  routes: (deps) => popularRoutes(deps),
  jobs: { 'reckon-popular': { run: reckonPopular } },
  // Whether or not the feature is on: GET /all-events sorts by it.
  schedule: { 'reckon-popular': 5 * MINUTE },
}
