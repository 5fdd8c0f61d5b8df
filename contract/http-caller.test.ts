import { expect, test } from 'vitest'
import { api } from './api.ts'
import { createClient } from './client.ts'
import { httpCaller, pathOf, type HttpOptions } from './http-caller.ts'
import { messages } from './messages.ts'

const { events, auth, users } = api

/** A client whose requests the test reads and answers. */
function against(response: Response | Error, options: Omit<HttpOptions, 'fetch'> = {}) {
  const requests: Request[] = []
  const send = (input: string | URL | Request, init?: RequestInit) => {
    requests.push(new Request(new URL(String(input), 'http://here'), init))
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
  }
  return { client: createClient(httpCaller({ ...options, fetch: send })), requests }
}

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init)

test('the address holds the parameters as they are, and leaves out what was not asked for', () => {
  expect(pathOf(events.get, { params: { eventId: 7 } })).toBe('/api/all-events/7')
  expect(pathOf(auth.resetPassword, { params: { token: 'a/b?c' } })).toBe('/api/auth/reset-password/a%2Fb%3Fc')
  expect(pathOf(events.list, { query: { q: 'fiddle & drum', limit: 5, near: undefined, cursor: null } })).toBe(
    '/api/all-events?q=fiddle+%26+drum&limit=5',
  )
  expect(pathOf(events.list, {})).toBe('/api/all-events')
})

test('a body travels as JSON with the token and the headers of the call', async () => {
  const { client, requests } = against(json({ access_token: 'x' }), { token: () => 'secret', baseUrl: 'http://there' })
  await client.auth.login({ body: { email: 'a@b.example', password: 'p' } })
  const [request] = requests
  expect(request?.url).toBe('http://there/api/auth/login')
  expect(request?.method).toBe('POST')
  expect(request?.headers.get('authorization')).toBe('Bearer secret')
  expect(request?.headers.get('content-type')).toBe('application/json')
  expect(request?.credentials).toBe('same-origin')
  expect(await request?.json()).toEqual({ email: 'a@b.example', password: 'p' })
})

test('an anonymous sheet is sent by nobody: without the token, and without cookies', async () => {
  const { client, requests } = against(new Response(null, { status: 204 }), { token: () => 'secret' })
  await client.surveys.sheet({ params: { surveyId: 7 }, body: { ballot: 'A'.repeat(43), version: 1, answers: [] } })
  expect(requests[0]?.headers.has('authorization')).toBe(false)
  expect(requests[0]?.credentials).toBe('omit')
})

test('without a token, a body or headers there is none of them in the request', async () => {
  const { client, requests } = against(json(['Ceilidh']), { token: () => null })
  expect(await client.events.typeahead({ query: { q: 'cei' } })).toEqual(['Ceilidh'])
  expect([...(requests[0]?.headers.keys() ?? [])]).toEqual([])
  expect(requests[0]?.body).toBeNull()
})

test('headers of the call are sent, empty ones are not', async () => {
  const ticket = { id: 1, eventId: 2, numberOfTickets: 1, createdAt: '2026-11-15T12:00:00Z' }
  const book = async (key: string) => {
    const { client, requests } = against(json(ticket, { status: 201 }))
    await client.tickets.book({ body: { eventId: 2, numberOfTickets: 1 }, headers: { 'idempotency-key': key } })
    return requests[0]?.headers.get('idempotency-key')
  }
  expect(await book('key-12345')).toBe('key-12345')
  expect(await book('')).toBeNull()
})

test('a page of a list names the next one', async () => {
  const link = '</api/all-events?limit=24&cursor=abc%2B1>; rel="next"'
  const { client } = against(json([], { headers: { link } }))
  expect(await client.events.list({ query: {} })).toEqual({ items: [], next: 'abc+1' })
  for (const link of ['', '</api/all-events>; rel="prev"', '</api/all-events>;rel="next"'])
    expect(await against(json([], { headers: { link } })).client.events.list({ query: {} })).toEqual({
      items: [],
      next: null,
    })
})

test('downloads are text, and an answer without a body is none', async () => {
  const { client } = against(new Response('First name,…'))
  expect(await client.events.purchasers({ params: { eventId: 1 } })).toBe('First name,…')
  const calendar = against(new Response('BEGIN:VCALENDAR')).client
  expect(await calendar.events.calendar({ params: { eventId: 1 }, query: {} })).toBe('BEGIN:VCALENDAR')
  expect(await against(new Response(null, { status: 204 })).client.auth.logout()).toBeUndefined()
})

test('an answer that is not what the contract says is refused', async () => {
  await expect(against(json({ id: 'seven' })).client.users.profile()).rejects.toThrow()
})

test('an error has the status, the sentence, the code and when to come back', async () => {
  const headers = { 'retry-after': '7', 'x-error-code': 'too_many_requests' }
  const { client } = against(json({ message: 'Slower, please.' }, { status: 429, headers }))
  await expect(client.users.profile()).rejects.toMatchObject({
    name: 'ApiError',
    status: 429,
    message: 'Slower, please.',
    code: 'too_many_requests',
    retryAfterSeconds: 7,
  })
})

test.each([
  ['no JSON', new Response('<html>', { status: 502 })],
  ['JSON null', json(null, { status: 502 })],
  ['a message that is no text', json({ message: { a: 1 } }, { status: 502 })],
])('an error answer that is %s has a status and no sentence', async (_what, response) => {
  await expect(against(response).client.users.profile()).rejects.toMatchObject({
    status: 502,
    message: '',
    code: undefined,
    retryAfterSeconds: undefined,
  })
})

test('a session that has expired is reported with the token that was sent', async () => {
  const refused = (token: string | null) => {
    const told: (string | null)[] = []
    const response = json({ message: 'Please log in to continue.' }, { status: 401 })
    const { client } = against(response, { token: () => token, onUnauthorized: (sent) => told.push(sent) })
    return { client, told }
  }
  const signedIn = refused('old')
  await expect(signedIn.client.users.profile()).rejects.toMatchObject({ status: 401 })
  expect(signedIn.told).toEqual(['old'])
  const signedOut = refused(null)
  await expect(signedOut.client.users.profile()).rejects.toMatchObject({ status: 401 })
  expect(signedOut.told).toEqual([null])
  // A wrong password is no expired session.
  const signingIn = refused(null)
  const body = { email: 'a@b.example', password: 'wrong' }
  await expect(signingIn.client.auth.login({ body })).rejects.toMatchObject({ status: 401 })
  expect(signingIn.told).toEqual([])
  // And other errors are none either.
  const told: unknown[] = []
  const busy = against(json({}, { status: 503 }), { token: () => 'x', onUnauthorized: (sent) => told.push(sent) })
  await expect(busy.client.users.profile()).rejects.toMatchObject({ status: 503 })
  expect(told).toEqual([])
})

test('no answer is an error of its own, and one that was called off is what calls it off', async () => {
  const lost = against(new TypeError('fetch failed'))
  await expect(lost.client.users.profile()).rejects.toMatchObject({ status: 0, message: messages.networkError })
  const { signal } = Object.assign(new AbortController(), {})
  await expect(lost.client.users.profile({ signal })).rejects.toMatchObject({ status: 0 })
  const calledOff = AbortSignal.abort()
  await expect(lost.client.users.profile({ signal: calledOff })).rejects.toThrow('fetch failed')
})

test('the client has every call of the contract under its noun', () => {
  const client = createClient(() => Promise.resolve(undefined))
  for (const [noun, calls] of Object.entries(api))
    expect(Object.keys(client[noun as keyof typeof client])).toEqual(Object.keys(calls))
  expect(users.profile.path).toBe('/users/profile')
})

test('a call is handed on with its input and its signal', async () => {
  const calls: unknown[] = []
  const client = createClient((...call) => Promise.resolve(calls.push(call)))
  const { signal } = new AbortController()
  await client.events.get({ params: { eventId: 3 }, signal })
  expect(calls).toEqual([[events.get, { params: { eventId: 3 }, signal }, { signal }]])
  await client.auth.logout()
  expect(calls[1]).toEqual([auth.logout, {}, { signal: undefined }])
})
