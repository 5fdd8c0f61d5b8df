// The service worker, which scripts/make-workers.ts builds and the server serves as /sw.js.
// It answers page loads that fail, and nothing else: a ticket that was kept (keep-tickets.ts), else a page that leads to
// the kept ones. Whatever the network answers is never stored here and never replaced by something older.

import { SITE } from '../../../contract/site.ts'
import { KEPT_TICKETS } from '../../lib/kept-tickets.ts'
import { BASE_STYLE, escaped, htmlPage, pageHeaders, unbroken, writtenIn } from './page-parts.ts'
import type { Fetching, WorkerScope } from './worker-scope.ts'

const worker = self as unknown as WorkerScope

const TICKET = /^\/my-bookings\/\d+$/
// Longer than any answer of a server that is well; at a crowded door a phone waits for minutes.
const PATIENCE_MS = 6_000

worker.addEventListener('install', (event) => {
  // Where browsers support routing rules, the worker is not even woken for pictures, scripts and calls.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => undefined)
  event.waitUntil(worker.skipWaiting())
})

worker.addEventListener('activate', (event) => {
  // The network is asked while the worker starts, so that it costs a page load nothing.
  const preload = worker.registration.navigationPreload?.enable().catch(() => undefined)
  event.waitUntil(Promise.all([preload, worker.clients.claim()]))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode !== 'navigate' || request.method !== 'GET' || pathname.startsWith('/api/')) return
  const network = askNetwork(event)
  event.waitUntil(network.catch(() => undefined))
  event.respondWith(TICKET.test(pathname) ? ticketOrNetwork(pathname, network) : network.catch(offlinePage))
})

const askNetwork = async (event: Fetching) => (await event.preloadResponse) ?? fetch(event.request)

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

/** The kept ticket says itself when it was last checked. */
async function ticketOrNetwork(pathname: string, network: Promise<Response>): Promise<Response> {
  const kept = await caches.match(pathname)
  if (!kept) return network.catch(offlinePage)
  const answer = await Promise.race([network.catch(() => null), pause(PATIENCE_MS)])
  return answer && answer.status < 500 ? answer : kept
}

interface KeptTicket {
  path: string
  title: string
  language?: string
  when: string
  startTime: string
}

async function keptTickets(): Promise<KeptTicket[]> {
  const tickets: KeptTicket[] = []
  for (const name of await caches.keys()) {
    if (!name.startsWith(KEPT_TICKETS)) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const about = (await cache.match(request))?.headers.get('x-ticket')
      if (!about) continue
      const ticket = JSON.parse(decodeURIComponent(about)) as Omit<KeptTicket, 'path'>
      tickets.push({ ...ticket, path: new URL(request.url).pathname })
    }
  }
  return tickets.sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
}

/** A string of lamps without current, in the hand of public/images/states: here nothing can be fetched. */
const DRAWING = `<svg viewBox="0 0 320 180" aria-hidden="true"><rect width="320" height="180" fill="#1b1f3f"/><circle cx="250" cy="52" r="26" fill="#f6e7c8"/><circle cx="261" cy="46" r="23" fill="#1b1f3f"/><path d="M0 142q80-18 160-6t160-8v52H0z" fill="#0b5f5c"/><path d="M-4 34q70 60 140 30t96 26q14 16 2 40" fill="none" stroke="#f2a541" stroke-width="4"/><g fill="#0b5f5c"><circle cx="30" cy="66" r="9"/><circle cx="76" cy="82" r="9"/><circle cx="124" cy="78" r="9"/><circle cx="170" cy="70" r="9"/></g><path d="M222 128h24v14q0 8-12 8t-12-8z" fill="#e8482c"/><path d="M229 150v10M239 150v10" stroke="#f6e7c8" stroke-width="4" stroke-linecap="round"/></svg>`

const STYLE = `${BASE_STYLE}
svg{display:block;width:min(320px,100%);border-radius:24px}
body{padding-top:48px}ul{list-style:none;display:grid;gap:12px}
li a{display:block;padding:16px 18px;border:1px solid var(--line);border-radius:16px;background:var(--raised);text-decoration:none}
li b{display:block;font-size:1.1875rem;line-height:1.2}`

async function offlinePage(): Promise<Response> {
  const tickets = await keptTickets()
  const list = tickets.map(
    ({ path, title, language, when }) =>
      `<li><a href="${escaped(path)}"><b${writtenIn(language)}>${escaped(title)}</b><span class="when">${escaped(unbroken(when))}</span></a></li>`,
  )
  const found = tickets.length
    ? `<p class="quiet">Your tickets are on this device:</p><ul>${list.join('')}</ul>`
    : '<p class="quiet">Tickets you’ve opened on this device appear here.</p>'
  const body = `${DRAWING}<h1>You’re offline</h1>${found}<nav><a href="">Try again</a></nav>`
  return new Response(htmlPage({ title: 'Offline', style: STYLE, body }), {
    status: 503,
    headers: await pageHeaders(STYLE),
  })
}

worker.addEventListener('push', (event) => {
  let notice: { title?: unknown; body?: unknown; path?: unknown; tag?: unknown } = {}
  try {
    notice = event.data?.json() ?? {}
  } catch {
    // Not one of ours. The browser wants something to be shown all the same.
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  event.waitUntil(
    worker.registration.showNotification(text(notice.title) ?? SITE.name, {
      body: text(notice.body),
      tag: text(notice.tag),
      icon: '/icons/icon-192.png',
      data: { path: text(notice.path) },
    }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path = '' } = (event.notification.data ?? {}) as { path?: string }
  // A notice leads to a page of ours, whatever it says.
  const target = /^\/(?![/\\])/.test(path) ? path : '/my-bookings'
  event.waitUntil(worker.clients.openWindow(target))
})
