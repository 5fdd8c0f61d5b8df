import type { Module } from '../../module.ts'
import { installPictures } from './http.ts'
import { sweepOrphans } from './orphans.ts'
import { storageRoutes } from './routes.ts'

// For the events that show pictures.
export { removeReplaced } from './orphans.ts'
export { checkPending } from './store.ts'
// For an account that is deleted.
export { removeFiles } from './files.ts'

const HOUR = 3_600_000

export const storage: Module = {
  routes: storageRoutes,
  http: installPictures,
  jobs: { 'sweep-pictures': { run: sweepOrphans } },
  schedule: { 'sweep-pictures': HOUR },
}
