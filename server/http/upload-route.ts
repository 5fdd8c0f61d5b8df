// PUT of a picture's bytes to a signed address of this server. Counted while they come in: never more than 5 MB.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { UPLOAD } from '../../contract/limits.ts'
import type { Storage } from '../storage/storage.ts'
import { UPLOAD_PATH, type UploadGrant } from '../storage/upload-addresses.ts'
import { readBody, type Pace } from './upload-body.ts'

/** Bytes that are still on the wire. */
export interface UploadBody {
  /** At most so many will come. */
  size: number
  read: () => Promise<Buffer>
}

export interface UploadRouteOptions {
  beforeEach: (request: FastifyRequest) => Promise<void>
  /** Claims the address first, then reads. */
  store: (grant: UploadGrant, body: UploadBody) => Promise<void>
  pace?: Pace
}

const mediaType = (header: string | undefined) => header?.split(';')[0]?.trim().toLowerCase()

function bodyOf({ raw }: FastifyRequest, grant: UploadGrant, pace: Pace | undefined): UploadBody {
  const header = raw.headers['content-length']
  const announced = header === undefined ? undefined : Number(header)
  if (announced !== undefined && announced > UPLOAD.maxBytes) throw new AppError('file_too_large')
  if (announced !== undefined && grant.size !== undefined && announced !== grant.size) {
    throw new AppError('upload_url_invalid')
  }
  const size = announced ?? grant.size ?? UPLOAD.maxBytes
  const tooLong = grant.size === undefined ? 'file_too_large' : 'upload_url_invalid'
  return {
    size,
    async read() {
      const bytes = await readBody(raw, { maxBytes: size, tooLong, pace })
      if (grant.size !== undefined && grant.size !== bytes.length) throw new AppError('upload_url_invalid')
      return bytes
    },
  }
}

/** A sender that is too slow would go on holding the connection. */
function cutAfterAnswer(request: FastifyRequest, reply: FastifyReply) {
  reply.header('connection', 'close')
  reply.raw.on('finish', () => request.raw.socket.destroySoon())
}

export function installUploadRoute(app: FastifyInstance, storage: Storage, options: UploadRouteOptions) {
  return app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // The body stays on the wire until the address has been checked and claimed.
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.put<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
      `${UPLOAD_PATH}/*`,
      async (request, reply) => {
        await options.beforeEach(request)
        const grant = storage.addresses.read(request.params['*'], request.query)
        if (!grant || mediaType(request.headers['content-type']) !== grant.contentType) {
          throw new AppError('upload_url_invalid')
        }
        const body = bodyOf(request, grant, options.pace)
        try {
          await options.store(grant, body)
        } catch (error) {
          if (error instanceof AppError && error.code === 'request_timeout') cutAfterAnswer(request, reply)
          throw error
        }
        return reply.header('cache-control', 'no-store').send({ key: grant.key })
      },
    )
    done()
  })
}
