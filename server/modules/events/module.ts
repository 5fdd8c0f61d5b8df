import type { Module } from '../../module.ts'
import { eventRoutes } from './routes.ts'
import { sweepTitleWords } from './title-words.ts'

const HOUR = 3_600_000

export const events: Module = {
  routes: (deps) => eventRoutes(deps),
  jobs: { 'sweep-title-words': { run: sweepTitleWords } },
  schedule: { 'sweep-title-words': HOUR },
}
