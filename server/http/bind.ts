// endpoint + handler -> Fastify route, and the same pair callable in process while rendering.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyInput, Caller } from '../../contract/client.ts'
import type { AnyEndpoint, Endpoint, HandlerInput, HandlerReply, Page } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { FeatureName } from '../../contract/features.ts'
import { Answer } from './answer.ts'
import { validationError } from './errors.ts'
import type { SessionUser } from './session.ts'

export interface CallMeta {
  ip: string
  requestId: string
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

export interface Binding {
  endpoint: AnyEndpoint
  handle: (input: never, user: never, meta: CallMeta) => unknown
}

export const bind = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>): Binding => ({
  endpoint,
  handle: handle,
})

export interface BindOptions {
  features: ReadonlySet<FeatureName>
  findUser: (request: FastifyRequest) => Promise<SessionUser | null>
  beforeEach: (request: FastifyRequest) => Promise<void> | void
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

const call = (binding: Binding, input: AnyInput, user: SessionUser | null, meta: CallMeta) =>
  binding.handle(input as never, user as never, meta)

function send(endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, result: unknown) {
  const answer = result instanceof Answer ? result : new Answer(result)
  reply.headers(answer.headers)
  reply.code(answer.status ?? endpoint.status ?? 200)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (endpoint.kind === 'csv') return reply.send(answer.body)
  if (answer.body === undefined) return reply.send()
  let body = answer.body
  if (endpoint.kind === 'list') {
    const page = body as Page<unknown>
    body = page.items
    if (page.next) {
      const next = new URL(request.url, 'http://any')
      next.searchParams.set('cursor', page.next)
      reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
    }
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

export function registerBindings(app: FastifyInstance, bindings: Binding[], options: BindOptions) {
  for (const binding of bindings) {
    const { endpoint } = binding
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        if (endpoint.feature && !options.features.has(endpoint.feature)) throw new AppError('not_found')
        await options.beforeEach(request)
        const user = endpoint.access === 'anyone' ? null : await options.findUser(request)
        if (endpoint.access === 'member' && !user) throw new AppError('unauthorized')
        const raw = {
          params: request.params,
          query: request.query,
          headers: request.headers,
          body: request.body,
        } as AnyInput
        const result = await call(binding, parseParts(endpoint, raw), user, { ip: request.ip, requestId: request.id })
        return send(endpoint, request, reply, result)
      },
    })
  }
}

/** For loaders: what a visitor without a token would be answered, without a trip through HTTP. */
export function inProcessCaller(bindings: Binding[]): Caller {
  const byEndpoint = new Map(bindings.map((binding) => [binding.endpoint, binding]))
  return async (endpoint, input) => {
    const binding = byEndpoint.get(endpoint)
    if (!binding || endpoint.access === 'member') throw new AppError('unauthorized')
    const query = Object.fromEntries(
      Object.entries(input.query ?? {}).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    )
    return call(binding, parseParts(endpoint, { ...input, query }), null, { ip: 'rendering', requestId: 'rendering' })
  }
}

export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
