// Carries out a call of the contract over HTTP. Knows no call by name, so it is small and a browser can load it first.
import type { AnyEndpoint } from './endpoint.ts'
import { ApiError, ERROR_CODE_HEADER, type ErrorReply } from './api-error.ts'
import { messages } from './messages.ts'

/** The words that a search was answered for, percent-encoded, where no event has all that were asked for. */
export const FOUND_FOR_HEADER = 'x-found-for'

export interface CallOptions {
  signal?: AbortSignal
}

export interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

/** Carries out one call; the reply is not yet parsed. */
export type Caller = (endpoint: AnyEndpoint, input: AnyInput, options: CallOptions) => Promise<unknown>

export interface HttpOptions {
  /** '' in the browser, http://127.0.0.1:port in tests. */
  baseUrl?: string
  token?: () => string | null
  /** Called with the token that was sent, for every 401 that means an expired or missing session. */
  onUnauthorized?: (token: string | null) => void
  fetch?: typeof fetch
}

export function pathOf(endpoint: AnyEndpoint, input: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return `/api${path}${query.size ? `?${query.toString()}` : ''}`
}

const nextCursor = (link: string | null) => {
  const address = link && /<([^>]+)>;\s*rel="next"/.exec(link)?.[1]
  return address ? new URL(address, 'http://any').searchParams.get('cursor') : null
}

function pageOf(headers: Headers) {
  const foundFor = headers.get(FOUND_FOR_HEADER)
  return { next: nextCursor(headers.get('link')), ...(foundFor ? { foundFor: decodeURIComponent(foundFor) } : {}) }
}

async function errorOf(response: Response): Promise<ApiError> {
  const reply = (await response.json().catch(() => null)) as Partial<ErrorReply> | null
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const code = response.headers.get(ERROR_CODE_HEADER) ?? undefined
  return new ApiError(response.status, typeof reply?.message === 'string' ? reply.message : '', retryAfter, code)
}

export function httpCaller({ baseUrl = '', token, onUnauthorized, fetch: send = fetch }: HttpOptions): Caller {
  return async (endpoint, input, { signal }) => {
    const headers = new Headers()
    const isNobody = endpoint.leavesNoTrace === true && endpoint.access === 'anyone'
    const bearer = isNobody ? null : token?.()
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    if (input.body !== undefined) headers.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(input.headers ?? {})) if (value) headers.set(name, String(value))
    let response: Response
    try {
      response = await send(baseUrl + pathOf(endpoint, input), {
        method: endpoint.method,
        headers,
        body: input.body === undefined ? undefined : JSON.stringify(input.body),
        signal,
        // The Google state cookie is all that needs it; tokens travel in the header.
        credentials: isNobody ? 'omit' : 'same-origin',
      })
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw new ApiError(0, messages.networkError)
    }
    if (!response.ok) {
      if (response.status === 401 && endpoint.access !== 'anyone') onUnauthorized?.(bearer ?? null)
      throw await errorOf(response)
    }
    if (response.status === 204) return undefined
    if (endpoint.kind === 'csv' || endpoint.kind === 'calendar') return response.text()
    if (endpoint.kind === 'zip') return response.blob()
    const body: unknown = endpoint.reply.parse(await response.json())
    return endpoint.kind === 'list' ? { items: body, ...pageOf(response.headers) } : body
  }
}
