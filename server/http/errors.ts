import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { type ErrorReply } from '../../contract/api-error.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { isDatabaseAway } from '../db/database-away.ts'

// Fastify's and Node's own errors, and what they mean to a person.
const KNOWN: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_NOT_FOUND: 'not_found',
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return new AppError('unavailable', { cause: error, retryAfterSeconds: 2 })
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code && KNOWN[code]
  if (known) return new AppError(known, { cause: error })
  if (statusCode === 413) return new AppError('payload_too_large', { cause: error })
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('bad_request', { cause: error })
  return new AppError('internal', { cause: error })
}

export const errorReply = (error: AppError): ErrorReply => ({
  statusCode: error.statusCode,
  error: STATUS_CODES[error.statusCode] ?? 'Error',
  message: error.message,
})

/** 'startTime' -> 'Start time' */
const label = (field: string) => {
  const words = field
    .replace(/[-_]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Issue = z.ZodError['issues'][number]

/** The library's own messages, which are for programmers. */
const ITS_OWN = /^(?:Invalid (?:input|option|ISO|email|string|number|key|element)|Too |Unrecognized)/

const FORMATS: Record<string, string> = {
  datetime: 'must be a date and time such as 2026-11-18T20:00:00Z',
  email: 'must be an email address',
}
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' }

/** The same for a person, to follow the name of the field. */
function inWords(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'has unknown fields'
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of these: ' : ''}${issue.values.join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not valid'
    case 'too_big':
      return `must ${UNITS[issue.origin] ? 'have' : 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'too_small':
      return `must ${UNITS[issue.origin] ? 'have' : 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    default:
      return 'is not valid'
  }
}

/** One sentence for a person; a message that starts with a capital is already one. */
export function validationError(error: z.ZodError, part: string): AppError {
  const issue = error.issues[0]
  const field = issue?.path.find((step) => typeof step === 'string')
  const message = !issue ? 'is not valid' : ITS_OWN.test(issue.message) ? inWords(issue) : issue.message
  if (/^[A-Z]/.test(message)) return new AppError('bad_request', { message, cause: error })
  const readable = /^[a-z]/.test(message) ? message : 'is not valid'
  return new AppError('bad_request', { message: `${label(String(field ?? part))} ${readable}`, cause: error })
}

export function sendError(reply: FastifyReply, error: unknown) {
  const appError = toAppError(error)
  if (appError.statusCode >= 500 && appError.code !== 'only_json')
    reply.log.error({ err: appError.cause ?? appError }, 'request failed')
  if (appError.retryAfterSeconds) reply.header('retry-after', Math.ceil(appError.retryAfterSeconds))
  return reply
    .code(appError.statusCode)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-error-code', appError.code)
    .send(errorReply(appError))
}

export function installErrorHandling(app: FastifyInstance) {
  app.setErrorHandler((error, _request, reply) => sendError(reply, error))
}

// What is no HTTP, and what took too long to arrive.
const BROKEN: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** Responds to bytes that Node could not read as a request: there is no reply object yet, only the connection. */
export function answerBrokenRequest(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const code = BROKEN[error.code ?? ''] ?? 'bad_request'
    const reply = errorReply(new AppError(code))
    const body = JSON.stringify(reply)
    const all = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-error-code': code,
      connection: 'close',
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${reply.statusCode} ${reply.error}\r\n${lines.join('')}\r\n${body}`)
  }
}
