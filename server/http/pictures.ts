// Pictures as they were checked and stored; a browser can show them and never run them as a page.
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { isWithdrawn } from '../cache/tags.ts'
import type { Deps } from '../deps.ts'
import { hiddenPictures, mayLookAt } from '../storage/hidden-pictures.ts'

const KEY = /^events\/[A-Za-z0-9][A-Za-z0-9._-]*$/

// A key is never given out twice, so its bytes never change.
const FOR_EVER = 'public, max-age=31536000, immutable'

export function installUploads(app: FastifyInstance, { storage, secrets, changes, db }: Deps) {
  const hidden = hiddenPictures(db)
  changes.onChange((tags) => tags.some(isWithdrawn) && hidden.forget())
  app.get<{ Params: { '*': string }; Querystring: { look?: unknown } }>('/uploads/*', async (request, reply) => {
    const key = request.params['*']
    const isHidden = KEY.test(key) && (await hidden.has(key))
    const isGone = !KEY.test(key) || (isHidden && !mayLookAt(secrets, key, request.query.look))
    const file = isGone || (await storage.deleted.has(key)) ? null : await storage.read(key)
    if (!file) throw new AppError('not_found')
    return reply
      .headers({
        'content-type': file.contentType,
        'content-length': file.size,
        'cache-control': isHidden ? 'private, no-store' : FOR_EVER,
        'content-disposition': 'inline',
      })
      .send(file.stream)
  })
}
