import type { FastifyReply } from 'fastify'
import { AppError } from '../../contract/errors.ts'

/** When a page cannot even be rendered in time: a browser shows a sentence, not JSON. Any other error is thrown on. */
export function sendUnavailablePage(reply: FastifyReply, error: unknown) {
  if (!(error instanceof AppError) || error.statusCode !== 503) throw error
  reply.log.error({ err: error.cause ?? error }, 'page not rendered')
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'retry-after': error.retryAfterSeconds ?? 2 })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hooley</title></head><body><h1>Hooley</h1><p>${error.message}</p></body></html>`,
    )
}
