// Pictures as they were checked and stored; a browser can show them and never run them as a page.
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Storage } from '../storage/storage.ts'

const KEY = /^events\/[A-Za-z0-9][A-Za-z0-9._-]*$/

export function installUploads(app: FastifyInstance, storage: Storage) {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const key = request.params['*']
    const file = KEY.test(key) && !(await storage.deleted.has(key)) ? await storage.read(key) : null
    if (!file) throw new AppError('not_found')
    return reply
      .headers({
        'content-type': file.contentType,
        'content-length': file.size,
        // A key is never given out twice, so its bytes never change.
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': 'inline',
      })
      .send(file.stream)
  })
}
