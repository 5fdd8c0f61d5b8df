import { HOUR } from '../../../contract/durations.ts'
import { api } from '../../../contract/api.ts'
import { removed } from '../../access/personal-data.ts'
import { uploads } from '../../db/schema/storage.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import type { Module } from '../../module.ts'
import { deleteFile, startUpload } from './commands.ts'
import { installPictures } from './http.ts'
import { sweepOrphans } from './orphans.ts'

// For the events that show pictures.
export { removeReplaced } from './orphans.ts'
export { checkPending, storePicture } from './store.ts'
// For an account that is deleted.
export { removeFiles } from './files.ts'

const storageRoutes = (deps: Deps): Binding[] => [
  bind(api.storage.presignedUrl, ({ query }, user) => startUpload(deps, user, query)),
  bind(api.storage.deleteFile, ({ query }, user) => deleteFile(deps, user, query.key)),
]

export const storage: Module = {
  routes: storageRoutes,
  http: installPictures,
  jobs: { 'sweep-pictures': { run: sweepOrphans } },
  schedule: { 'sweep-pictures': HOUR },
  limits: {
    upload: { points: 30, seconds: PER.hour },
  },
  tables: [removed(uploads, uploads.userId, uploads.key, { plain: ['key', 'contentType', 'tint'], secret: ['claim'] })],
}
