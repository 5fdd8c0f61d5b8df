// Web Push on this device: asked for by a press, and by nothing else.
import { ask } from '../../data/ask.ts'
import { loadApi } from '../../lib/load-api.ts'

export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function findSubscription() {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function pushState(): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await findSubscription()) ? 'on' : 'off'
}

async function register(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const api = await loadApi()
  await ask(() => api.notices.subscribe({ body: { endpoint, keys: { p256dh, auth } } }))
}

/**
 * A new password ends push for all browsers without notifying them: a browser that still has a subscription registers it
 * again, so that the switch is right.
 */
export async function renewPush(): Promise<PushState> {
  const state = await pushState()
  const subscription = state === 'on' ? await findSubscription() : null
  // Without a network it is said another time.
  if (subscription) await register(subscription).catch(() => undefined)
  return state
}

/** Within the press: browsers ask only then. */
export async function startPush(): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const api = await loadApi()
  const { pushKey } = await ask(() => api.notices.get())
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  try {
    await register(subscription)
    return 'on'
  } catch (error) {
    // Half of it is worth nothing: the browser would wait for messages that nobody sends.
    await subscription.unsubscribe()
    throw error
  }
}

export async function stopPush(): Promise<PushState> {
  const subscription = await findSubscription()
  if (!subscription) return 'off'
  await subscription.unsubscribe()
  const { endpoint } = subscription
  await ask(async () => (await loadApi()).notices.unsubscribe({ query: { endpoint } }))
  return 'off'
}
