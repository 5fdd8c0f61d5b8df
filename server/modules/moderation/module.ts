import type { Module } from '../../module.ts'
import { FIND_LINKS_JOB, findBlockedLinks } from './domains.ts'
import { releaseUndoubted } from './review.ts'
import { moderationRoutes } from './routes.ts'
import { scoreEvents } from './score.ts'

// For the console.
export { releaseEvent } from './review.ts'
export { scoreEvents } from './score.ts'

const FIFTEEN_MINUTES = 900_000

export const moderation: Module = {
  routes: moderationRoutes,
  jobs: {
    [FIND_LINKS_JOB]: { run: findBlockedLinks, slots: 1 },
    'release-undoubted': {
      run: (deps) => releaseUndoubted(deps, { scores: (ids) => scoreEvents(deps.db, ids, deps.clock()) }),
    },
  },
  schedule: { 'release-undoubted': FIFTEEN_MINUTES },
}
