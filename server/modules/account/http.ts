// What somebody has asked for about themselves, as a file that the browser saves.
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { openExport } from './download.ts'

export function installDownloads(app: FastifyInstance, deps: Deps) {
  app.get<{ Params: { token: string } }>('/downloads/:token', { exposeHeadRoute: false }, async (request, reply) => {
    await deps.limits.take('everythingElse', request.ip)
    const file = await openExport(deps, request.params.token)
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
