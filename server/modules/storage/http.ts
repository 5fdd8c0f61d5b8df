import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { installUploads } from '../../http/pictures.ts'
import { installUploadRoute } from '../../http/upload-route.ts'
import { storeUpload } from './store.ts'

/** Pictures on their way in, and out again. */
export async function installPictures(app: FastifyInstance, deps: Deps) {
  installUploads(app, deps)
  await installUploadRoute(app, deps.storage, {
    beforeEach: (request) => deps.limits.take('everythingElse', request.ip),
    store: (grant, body) => storeUpload(deps, grant.key, body),
  })
}
