import type { FastifyInstance } from 'fastify'
import { pino, type Logger } from 'pino'

// Should any of these ever be handed to the log, it writes that it was there and nothing more.
const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'access_token',
  'secret',
  'recoveryCodes',
  'email',
  'to',
  'authorization',
  'cookie',
]

const EMAIL = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[a-z]{2,}/gi

// The search for mail addresses is quadratic in a text without an @.
const MAX_MESSAGE = 2_000

/** Database errors quote values in their detail, and the query with its parameters in the message; their cause says why. */
function plainError(error: Error & { code?: string }): Record<string, unknown> {
  // Anything can be thrown.
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    code: error.code,
    message: error.message
      .replace(/^Failed query:[^]*/, 'Failed query')
      .slice(0, MAX_MESSAGE)
      .replace(EMAIL, '[email address]'),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    cause: error.cause instanceof Error ? plainError(error.cause) : undefined,
  }
}

export const LOG_OPTIONS = {
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: [...SECRETS, ...SECRETS.map((name) => `*.${name}`)], censor: '[secret]' },
  serializers: { err: plainError, error: plainError },
}

export const createLog = (level: string): Logger => pino({ ...LOG_OPTIONS, level })

/**
 * One line an answer: the route's pattern, never the address itself, which may hold a token. A call that leaves no trace has
 * none, unless something is broken: the times of two lines would tell who wrote what.
 */
export function installRequestLog(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { leavesNoTrace } = request.routeOptions.config as { leavesNoTrace?: boolean }
    if (leavesNoTrace && reply.statusCode < 500) return done()
    const line = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else request.log.info(line, 'answered')
    done()
  })
}
