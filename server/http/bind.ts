// endpoint + handler -> Fastify route, and the same pair callable in process while rendering.
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FOUND_FOR_HEADER, type AnyInput, type Caller } from '../../contract/http-caller.ts'
import {
  isForSuspended,
  isRefusedWhileSuspended,
  type AnyEndpoint,
  type Endpoint,
  type HandlerInput,
  type HandlerReply,
  type Page,
} from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { FeatureName } from '../../contract/features.ts'
import { suspensionEnd } from '../../contract/moderation-words.ts'
import { checkOf } from '../access/call-permission.ts'
import type { Db } from '../db/client.ts'
import { retryWhileAway } from '../db/retry-while-away.ts'
import { Answer } from './answer.ts'
import { toAppError, validationError } from './errors.ts'
import type { Made } from '../cache/prepared-answer.ts'
import { questionOf, type RawInput } from '../cache/call-question.ts'
import type { ReadyBytes } from '../cache/ready-bytes.ts'
import type { Tag } from '../cache/tags.ts'
import { isRepeatable, tokenOf, type SessionUser } from './session.ts'
import { isFromThisMachine } from './this-machine.ts'

export interface CallMeta {
  ip: string
  requestId: string
  userAgent?: string
  /** By somebody at this machine, and not by a proxy on it; missing: no. */
  isFromThisMachine?: () => boolean
  /** Asked by a page that is being rendered, for everybody. */
  isInProcess?: true
  /** Asked by somebody in particular, whether or not the call wants to know by whom. */
  hasToken?: boolean
}

type UserFor<E> =
  E extends Endpoint<infer A>
    ? A extends 'member'
      ? SessionUser
      : A extends 'optional'
        ? SessionUser | null
        : null
    : never

type Handler<E> = (
  input: HandlerInput<E>,
  user: UserFor<E>,
  meta: CallMeta,
) => Promise<HandlerReply<E> | Answer> | HandlerReply<E> | Answer

export interface PublicRead<E> {
  /**
   * What a visitor's answer is made of, so that it can be kept as ready bytes until one of these tags is invalidated; null: not
   * worth keeping. A request with a token is always answered from the database.
   */
  madeOf: (input: HandlerInput<E>) => Tag[] | null
  /** What else it is made of, known only from the answer: the events of a list. */
  holds?: (reply: HandlerReply<E>) => Tag[]
  /** What pages that read this do not show, so that a change of it costs them nothing. */
  notOnPages?: Tag[]
  /** A short read that is made each time: a replica may answer it all the same. */
  isNeverKept?: true
}

export interface Binding {
  endpoint: AnyEndpoint
  handle: (input: never, user: never, meta: CallMeta) => unknown
  read?: PublicRead<never>
  /** In place of a session: who holds this token, or an error. Such a caller is counted there, and not by address. */
  open?: (token: string | null, meta: CallMeta) => Promise<unknown>
}

/** For calls that another token than a session's opens. */
export const bindWith =
  <P>(open: (token: string | null, meta: CallMeta) => Promise<P>) =>
  <E extends AnyEndpoint>(
    endpoint: E,
    handle: (input: HandlerInput<E>, holder: P, meta: CallMeta) => Promise<HandlerReply<E> | Answer>,
  ): Binding => ({ endpoint, handle, open })

export const bind = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>, read?: PublicRead<E>): Binding => ({
  endpoint,
  handle,
  read,
})

export interface BindOptions {
  db: Db
  ready: ReadyBytes
  features: ReadonlySet<FeatureName>
  clock: () => Date
  port: number
  /** By a session's token; by the token of an email's link only where the endpoint takes one. */
  findUser: (request: FastifyRequest, endpoint: AnyEndpoint) => Promise<SessionUser | null>
}

const PARTS = ['params', 'query', 'headers', 'body'] as const

function parseParts(endpoint: AnyEndpoint, raw: AnyInput): AnyInput {
  const parsed: AnyInput = {}
  for (const part of PARTS) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = schema.safeParse(raw[part] ?? (part === 'body' ? undefined : {}))
    if (!result.success) {
      const missingBody = part === 'body' && (typeof raw.body !== 'object' || raw.body === null)
      throw missingBody
        ? new AppError('bad_request', { message: 'Please send a JSON object.' })
        : validationError(result.error, part)
    }
    parsed[part] = result.data as never
  }
  return parsed
}

const call = (binding: Binding, input: AnyInput, user: unknown, meta: CallMeta) =>
  binding.handle(input as never, user as never, meta)

interface JsonAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: unknown
}

/** A list is sent as an array; its next page is named in a header. */
function jsonAnswer(endpoint: AnyEndpoint, address: string, result: unknown): JsonAnswer {
  const answer = result instanceof Answer ? result : new Answer(result)
  const status = answer.status ?? endpoint.status ?? 200
  if (endpoint.kind !== 'list' || answer.body instanceof Readable) return { ...answer, status }
  const page = answer.body as Page<unknown>
  // A header takes no letters but those of English.
  const headers = { ...answer.headers }
  if (page.foundFor) headers[FOUND_FOR_HEADER] = encodeURIComponent(page.foundFor)
  if (!page.next) return { status, headers, body: page.items }
  const next = new URL(address, 'http://any')
  next.searchParams.set('cursor', page.next)
  return {
    status,
    headers: { ...headers, link: `<${next.pathname}${next.search}>; rel="next"` },
    body: page.items,
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function send(endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, result: unknown) {
  const { status, headers, body } = jsonAnswer(endpoint, request.url, result)
  reply.code(status).headers(headers)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (body === undefined) return reply.send()
  if (['csv', 'calendar', 'zip'].includes(endpoint.kind ?? 'json')) return reply.send(body)
  reply.type(JSON_TYPE)
  return reply.send(body instanceof Readable ? body : JSON.stringify(body))
}

/** A database that is away is worth a retry, and the last good answer until then; any other error is a defect. */
async function callOrUnavailable(binding: Binding, input: AnyInput, meta: CallMeta): Promise<unknown> {
  try {
    return await call(binding, input, null, meta)
  } catch (error) {
    const known = toAppError(error)
    throw known.code === 'unavailable' ? known : error
  }
}

interface Question {
  address: string
  tags: Tag[]
}

/** The same for every visitor. A cache on the way may keep it, but has to ask us every time whether it still holds. */
async function madeForVisitors(binding: Binding, input: AnyInput, question: Question, meta: CallMeta): Promise<Made> {
  const { endpoint, read } = binding
  const reply = await callOrUnavailable(binding, input, meta)
  const { status, headers, body } = jsonAnswer(endpoint, question.address, reply)
  return {
    status,
    headers: {
      ...(headers as Record<string, string>),
      'content-type': JSON_TYPE,
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding, Authorization',
    },
    body: JSON.stringify(body),
    tags: [...question.tags, ...(read?.holds?.(reply as never) ?? [])],
  }
}

function callerOf({ endpoint, open }: Binding, request: FastifyRequest, meta: CallMeta, options: BindOptions) {
  const { findUser, clock } = options
  if (open) return open(tokenOf(request), meta)
  if (endpoint.access === 'anyone') return null
  return findUser(request, endpoint).then((user) => unlessSuspended(endpoint, unlessLeaving(endpoint, user), clock()))
}

/** Somebody whose account is about to be deleted is a visitor where that is enough. */
function unlessLeaving({ access, whileLeaving }: AnyEndpoint, user: SessionUser | null) {
  if (!user?.deletionAt || whileLeaving) return user
  if (access === 'optional') return null
  throw new AppError('account_leaving')
}

/** The same for somebody who is suspended, where a visitor could do it as well. */
function unlessSuspended(endpoint: AnyEndpoint, user: SessionUser | null, now: Date) {
  const until = user?.suspendedUntil
  if (!until || until <= now || isForSuspended(endpoint)) return user
  if (!isRefusedWhileSuspended(endpoint)) return null
  throw new AppError('account_suspended', { values: { day: suspensionEnd(until) } })
}

export function registerBindings(app: FastifyInstance, bindings: Binding[], options: BindOptions) {
  for (const binding of bindings) {
    const { endpoint } = binding
    const check = checkOf(endpoint, options.db)
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      bodyLimit: endpoint.bodyLimit,
      config: { countsItself: binding.open !== undefined, leavesNoTrace: endpoint.leavesNoTrace === true },
      handler: async (request, reply) => {
        if (endpoint.feature && !options.features.has(endpoint.feature)) throw new AppError('not_found')
        const hasToken = request.headers.authorization !== undefined
        const meta = {
          ip: request.ip,
          requestId: request.id,
          userAgent: request.headers['user-agent'],
          hasToken,
          isFromThisMachine: () => isFromThisMachine(request, options.port),
        }
        const user = await callerOf(binding, request, meta, options)
        if (endpoint.access === 'member' && !user) throw new AppError('unauthorized')
        const raw = {
          params: request.params,
          query: request.query,
          headers: request.headers,
          body: request.body,
        } as AnyInput
        const input = parseParts(endpoint, raw)
        if (check)
          await retryWhileAway(isRepeatable(request), async () => check(user as SessionUser | null, input.params))
        const tags = hasToken ? null : binding.read?.madeOf(input as never)
        if (tags) {
          const address = questionOf(endpoint, raw as RawInput)
          const make = () => madeForVisitors(binding, input, { address, tags }, meta)
          return options.ready.answer(request, reply, address, make)
        }
        return send(endpoint, request, reply, await call(binding, input, user, meta))
      },
    })
  }
}

/** For loaders: what a visitor would be answered, without a trip through HTTP; tells what it was made of. */
export function inProcessCallers(
  bindings: Binding[],
  log: Pick<FastifyBaseLogger, 'error'>,
): (readsOf: (tags: readonly Tag[]) => void) => Caller {
  const byEndpoint = new Map(bindings.map((binding) => [binding.endpoint, binding]))
  return (readsOf) => async (endpoint, input) => {
    const binding = byEndpoint.get(endpoint)
    if (!binding || binding.open || endpoint.access === 'member') throw new AppError('unauthorized')
    const query = Object.fromEntries(
      Object.entries(input.query ?? {}).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    )
    const parsed = parseParts(endpoint, { ...input, query })
    const { read } = binding
    const shown = (tags: readonly Tag[] = []) => tags.filter((tag) => !read?.notOnPages?.includes(tag))
    // Before the reading, so that a page which failed is still known to depend on it.
    readsOf(shown(read?.madeOf(parsed as never) ?? []))
    const meta = { ip: 'rendering', requestId: 'rendering', isInProcess: true } as const
    const reply = await callOrUnavailable(binding, parsed, meta).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      // As over HTTP: what went wrong is for our log, and neither for the page nor for what a page may print.
      log.error({ err: error }, 'request failed')
      throw new AppError('internal', { message: '' })
    })
    readsOf(shown(read?.holds?.(reply as never)))
    return reply
  }
}

export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
