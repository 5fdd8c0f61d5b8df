// What somebody has asked for about themselves, as a file that the browser saves.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { StoredFile } from '../storage/storage.ts'

export interface DownloadRouteOptions {
  beforeEach: (request: FastifyRequest) => Promise<void>
  /** Null when the address has expired or was changed. */
  open: (token: string) => Promise<(StoredFile & { name: string }) | null>
}

export function installDownloadRoute(app: FastifyInstance, { beforeEach, open }: DownloadRouteOptions) {
  app.get<{ Params: { token: string } }>('/downloads/:token', { exposeHeadRoute: false }, async (request, reply) => {
    await beforeEach(request)
    const file = await open(request.params.token)
    if (!file) throw new AppError('link_invalid')
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-length': file.size,
        'content-disposition': `attachment; filename="${file.name}"`,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(file.stream)
  })
}
