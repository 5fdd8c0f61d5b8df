import { afterEach, expect, test, vi } from 'vitest'
import { removeStored, store } from '../../lib/device-storage.ts'
import { loadApi } from '../../lib/load-api.ts'
import { receive } from './receive-sign-in.ts'

afterEach(() => vi.unstubAllGlobals())

test('a session that somebody’s link opened does not count as the browser of the person who signed up', async () => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('localStorage', undefined)
  const carried = () => new Headers(send.mock.lastCall?.[1]?.headers).get('authorization')
  const client = await loadApi()
  const aboutOwner = [
    () => client.links.get({ params: { token: 'a' } }),
    () => client.account.confirmAddress({ body: { token: 'a' } }),
    () => client.auth.resetPassword({ params: { token: 'a' }, body: { newPassword: 'battery staple' } }),
  ]
  const signIn = vi.fn((token: string) => {
    store('token', token)
    return Promise.resolve()
  })
  await receive(new URLSearchParams({ token: 'squatter', provider: 'google' }), { signIn, isSignedIn: false })
  for (const call of aboutOwner) {
    await call()
    expect(carried()).toBeNull()
  }
  await client.tickets.list()
  expect(carried()).toBe('Bearer squatter')
  store('token', 'mine')
  for (const call of aboutOwner) {
    await call()
    expect(carried()).toBe('Bearer mine')
  }
  for (const key of ['token', 'tokenFromLink'] as const) removeStored(key)
})
