import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../contract/api.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { removeStored, store } from './device-storage.ts'
import { loadApi } from './load-api.ts'

afterEach(() => vi.unstubAllGlobals())

const nouns: [string, Record<string, AnyEndpoint>][] = Object.entries(api)
const everyCall = nouns.flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, { method }]): [string, string, string] => [noun, name, method]),
)

test.each(everyCall)('%s.%s reaches the server', async (noun, name, method) => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', send)
  const client = (await loadApi()) as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
  await client[noun]?.[name]?.({ params: { eventId: 7, token: 'a', key: 'b' } })
  expect(send).toHaveBeenCalledWith(expect.stringMatching(/^\/api\//), expect.objectContaining({ method }))
})

test('a call carries the token that the device had when it was made, although a logout forgets it at once', async () => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('localStorage', undefined)
  store('token', 'mine')
  const answer = (await loadApi()).auth.logout()
  removeStored('token')
  await answer
  expect(new Headers(send.mock.lastCall?.[1]?.headers).get('authorization')).toBe('Bearer mine')
})

test('a call made with the token of an email’s link carries that token, not the session’s', async () => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('localStorage', undefined)
  store('token', 'mine')
  await (await loadApi('from-a-mail')).tickets.list()
  removeStored('token')
  expect(new Headers(send.mock.lastCall?.[1]?.headers).get('authorization')).toBe('Bearer from-a-mail')
})
