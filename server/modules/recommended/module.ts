import type { Module } from '../../module.ts'
import { sweepRecommendations } from './commands.ts'
import { recommendedRoutes } from './routes.ts'

const DAY = 86_400_000

export const recommended: Module = {
  routes: (deps) => recommendedRoutes(deps),
  jobs: { 'sweep-recommendations': { run: sweepRecommendations } },
  schedule: { 'sweep-recommendations': DAY },
}
