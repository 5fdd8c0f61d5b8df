import { afterEach, expect, test, vi } from 'vitest'
import { eraseKeptTickets, keptTicketsOf } from './kept-tickets.ts'

afterEach(() => vi.unstubAllGlobals())

function device(names: string[]) {
  const kept = new Set(names)
  const unsubscribe = vi.fn(() => Promise.resolve(true))
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...kept]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  })
  const registration = { pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } })
  return { kept, unsubscribe }
}

test('without an account every kept ticket goes, and nothing is pushed to the device any more', async () => {
  const { kept, unsubscribe } = device([keptTicketsOf(1), keptTicketsOf(2), 'door'])
  await eraseKeptTickets()
  expect([...kept]).toEqual(['door'])
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('an account that signs in keeps its own tickets and notices, and nobody else’s', async () => {
  const own = device([keptTicketsOf(1)])
  await eraseKeptTickets(1)
  expect([...own.kept]).toEqual([keptTicketsOf(1)])
  expect(own.unsubscribe).not.toHaveBeenCalled()

  const others = device([keptTicketsOf(1), keptTicketsOf(12)])
  await eraseKeptTickets(1)
  expect([...others.kept]).toEqual([keptTicketsOf(1)])
  expect(others.unsubscribe).toHaveBeenCalledOnce()
})

test('a browser without such a storage, or one that refuses it, is no failure', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  vi.stubGlobal('caches', undefined)
  await eraseKeptTickets()
  vi.stubGlobal('caches', { keys: () => Promise.reject(new DOMException('no', 'SecurityError')) })
  vi.stubGlobal('navigator', {})
  await eraseKeptTickets()
})
