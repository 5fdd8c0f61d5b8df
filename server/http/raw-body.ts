// Bodies as the bytes that were sent, for messages that are signed: JSON that was read and written again has other bytes.
import type { FastifyInstance } from 'fastify'

/** The largest event of Stripe's that we ask for is a session, some 6 KB. */
export const MOST_SIGNED_BYTES = 64 * 1024

/** For a scope of its own (`app.register`): every body there is a Buffer, of whatever type it says it is; more bytes get 413. */
export function takeRawBodies(scope: FastifyInstance, bodyLimit = MOST_SIGNED_BYTES): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) => parsed(null, body))
}
