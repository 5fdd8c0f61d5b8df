// Throws generated requests at one call and says what must never be answered.
import fc from 'fast-check'
import { allEndpoints } from '../../contract/api.ts'
import { pathOf, type AnyInput } from '../../contract/http-caller.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { rowsOf } from './authorization-matrix.ts'
import type { Scene } from './matrix-row.ts'
import { nearlyValidInput, validInput, variedExample, wildRequest, type WildRequest } from './contract-arbitraries.ts'

export interface FuzzAnswer {
  status: number
  headers: Record<string, unknown>
  body: string
}

export type FuzzSender = (method: string, request: WildRequest) => Promise<FuzzAnswer>

// Files and line numbers of ours, of Node and of drivers; pieces of SQL and of PostgreSQL's own sentences.
const LEAKS =
  /\bat .{0,80}\.(ts|js):\d+|node_modules|node:internal|\bselect .{1,200} from |insert into |violates .* constraint|syntax error at|Failed query|drizzle|pg_catalog|ECONN/i

export function complaint({ status, headers, body }: FuzzAnswer): string | null {
  // What is not offered, and said so, is no defect.
  if (status >= 500 && status !== 501) return `answered ${status}`
  if (LEAKS.test(body) && !String(headers['content-type']).includes('csv')) return `leaks ${LEAKS.exec(body)?.[0]}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'lacks the security headers'
  if (status < 400) return null
  const reply = JSON.parse(body) as Record<string, unknown>
  const isErrorReply = reply.statusCode === status && typeof reply.message === 'string' && reply.message.length > 0
  return isErrorReply ? null : 'is not an error in the form of every error'
}

const toRequest = (endpoint: AnyEndpoint, input: AnyInput, token: string | null): WildRequest => ({
  path: pathOf(endpoint, { ...input, params: asWords(input.params), query: asWords(input.query) }),
  headers: {
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...printable(input.headers ?? {}),
  },
  body: input.body === undefined ? undefined : JSON.stringify(input.body),
})

/** An address holds text; an object whose toString is no function has none. */
const asWords = (fields: Record<string, unknown> | undefined) =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )

/** A client cannot send anything else in a header. */
const printable = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        String(value)
          .replace(/[^\x20-\x7E]/g, '?')
          .trim(),
      ]),
  )

export interface FuzzOptions {
  send: FuzzSender
  runs: number
  token: string
  scene: Scene
}

export async function fuzzCall(endpoint: AnyEndpoint, { send, runs, token, scene }: FuzzOptions): Promise<number> {
  const example = rowsOf(`${endpoint.method} ${endpoint.path}`)[0]?.[1].request(scene) ?? {}
  const own = endpoint.access === 'door' ? scene.doorToken : token
  const tokens = fc.constantFrom(own, own, null)
  const request = fc.oneof(
    fc.tuple(validInput(endpoint), tokens).map(([input, who]) => toRequest(endpoint, input, who)),
    fc.tuple(variedExample(endpoint, example), tokens).map(([input, who]) => toRequest(endpoint, input, who)),
    fc.tuple(nearlyValidInput(endpoint, example), tokens).map(([input, who]) => toRequest(endpoint, input, who)),
    wildRequest(endpoint),
  )
  let thrown = 0
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      thrown++
      const problem = complaint(await send(endpoint.method, one))
      if (problem) throw new Error(`${endpoint.method} ${one.path} ${problem}`)
    }),
    { numRuns: runs, interruptAfterTimeLimit: 60_000, endOnFailure: true },
  )
  return thrown
}

/** Ends the caller's own session, which the other calls still need. */
export const fuzzedEndpoints = allEndpoints.filter(({ path }) => path !== '/auth/logout')
