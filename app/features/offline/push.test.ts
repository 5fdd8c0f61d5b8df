import { afterEach, expect, test, vi } from 'vitest'
import { pushState, renewPush, startPush, stopPush } from './push.ts'

const calls = vi.hoisted(() => ({
  get: vi.fn(() => Promise.resolve({ pushKey: 'BKey', notices: [] })),
  subscribe: vi.fn((_input: unknown) => Promise.resolve({ id: 1 })),
  unsubscribe: vi.fn((_input: unknown) => Promise.resolve(null)),
}))
vi.mock('../../lib/load-api.ts', () => ({ loadApi: () => Promise.resolve({ notices: calls }) }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** A browser that answers a question for permission like this. */
function browser(permission: NotificationPermission, isSubscribed = false) {
  const subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(() => Promise.resolve(true)),
  }
  const pushManager = {
    subscribe: vi.fn((_options: unknown) => Promise.resolve(subscription)),
    getSubscription: () => Promise.resolve(isSubscribed ? subscription : null),
  }
  const requestPermission = vi.fn(() => Promise.resolve(permission))
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: () => Promise.resolve(),
      ready: Promise.resolve({ pushManager }),
      getRegistration: () => Promise.resolve({ pushManager }),
    },
  })
  return { pushManager, subscription, requestPermission }
}

test('looking at the switch asks the person nothing', async () => {
  const { requestPermission } = browser('granted')
  expect(await pushState()).toBe('off')
  expect(requestPermission).not.toHaveBeenCalled()
})

test('switched on: the person is asked, the browser subscribes with our key, and the server is told', async () => {
  const { pushManager } = browser('granted')
  expect(await startPush()).toBe('on')
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
  const body = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }
  expect(calls.subscribe).toHaveBeenCalledWith({ body })
})

test('looked at while it is on, the server is told again: a new password has ended it there', async () => {
  browser('granted', true)
  expect(await renewPush()).toBe('on')
  expect(calls.subscribe).toHaveBeenCalledTimes(1)
  calls.subscribe.mockRejectedValueOnce(new Error('no network'))
  expect(await renewPush()).toBe('on')
  browser('granted')
  expect(await renewPush()).toBe('off')
  expect(calls.subscribe).toHaveBeenCalledTimes(2)
})

test('who says no is not subscribed', async () => {
  const { pushManager } = browser('denied')
  expect(await startPush()).toBe('blocked')
  expect(pushManager.subscribe).not.toHaveBeenCalled()
})

test('a server that does not take it leaves nothing half done', async () => {
  const { subscription } = browser('granted')
  calls.subscribe.mockRejectedValueOnce(new Error('no'))
  await expect(startPush()).rejects.toThrow()
  expect(subscription.unsubscribe).toHaveBeenCalledOnce()
})

test('switched off: browser and server both forget it', async () => {
  const { subscription } = browser('granted', true)
  expect(await pushState()).toBe('on')
  expect(await stopPush()).toBe('off')
  expect(subscription.unsubscribe).toHaveBeenCalledOnce()
  expect(calls.unsubscribe).toHaveBeenCalledWith({ query: { endpoint: 'https://push.example/1' } })
})
