// PUT of a picture's bytes to a signed address of this server. Counted while they come in: never more than 5 MB.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { UPLOAD } from '../../contract/limits.ts'
import type { Storage, UploadTicket } from '../storage/storage.ts'
import { UPLOAD_PATH } from '../storage/upload-addresses.ts'

export interface UploadRouteOptions {
  beforeEach: (request: FastifyRequest) => Promise<void>
  store: (ticket: UploadTicket, bytes: Buffer) => Promise<void>
}

function readWhole({ raw }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const give = (error: AppError) => {
      // What still comes is thrown away; cutting the line would lose the answer.
      raw.removeAllListeners('data').resume()
      reject(error)
    }
    if (Number(raw.headers['content-length'] ?? 0) > maxBytes) return give(new AppError('file_too_large'))
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) give(new AppError('file_too_large'))
      else chunks.push(chunk)
    })
    raw.on('end', () => resolve(Buffer.concat(chunks)))
    raw.on('error', (cause) => reject(new AppError('bad_request', { cause })))
    raw.on('close', () => reject(new AppError('bad_request')))
  })
}

const mediaType = (header: string | undefined) => header?.split(';')[0]?.trim().toLowerCase()

export function installUploadRoute(app: FastifyInstance, storage: Storage, options: UploadRouteOptions) {
  return app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // The body stays on the wire until the address has been checked.
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.put<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
      `${UPLOAD_PATH}/*`,
      async (request, reply) => {
        await options.beforeEach(request)
        const ticket = storage.addresses.read(request.params['*'], request.query)
        if (!ticket || mediaType(request.headers['content-type']) !== ticket.contentType) {
          throw new AppError('upload_url_invalid')
        }
        const bytes = await readWhole(request, UPLOAD.maxBytes)
        if (ticket.size !== undefined && ticket.size !== bytes.length) throw new AppError('upload_url_invalid')
        await options.store(ticket, bytes)
        return reply.header('cache-control', 'no-store').send({ key: ticket.key })
      },
    )
    done()
  })
}
