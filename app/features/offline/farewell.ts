// What /sw.js answers once tickets are no longer kept (SERVICE_WORKER=off): browsers that have the worker fetch this one
// in its place. It takes away what was kept, then itself. A missing /sw.js would leave the old worker where it is.

import { KEPT_TICKETS } from '../../lib/kept-tickets.ts'
import type { WorkerScope } from './worker-scope.ts'

const worker = self as unknown as WorkerScope

async function leave() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(KEPT_TICKETS)).map((name) => caches.delete(name)))
  const subscription = await worker.registration.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe()
  await worker.registration.unregister()
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(leave()))
