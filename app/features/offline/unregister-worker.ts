// What /sw.js serves with SERVICE_WORKER=off: browsers that have the worker fetch this one instead. It erases what was
// stored, then unregisters itself. A missing /sw.js would leave the old worker in place.

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
