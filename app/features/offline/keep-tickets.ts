// Keeps tickets on the device. Loaded by the screens that show them, after they have loaded.
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { keptTicketsOf } from '../../lib/kept-tickets.ts'
import { readStored } from '../../lib/device-storage.ts'
import { readColourMode } from '../../lib/theme.ts'
import { pageHeaders } from './page-parts.ts'
import { offlineTicket, STYLE, listedWhen, type KeepableTicket } from './offline-ticket.ts'

// Somebody looks up where they were last night.
const KEPT_AFTER_END_MS = 24 * 3_600_000

const pathOf = (ticketId: number) => `/my-bookings/${ticketId}`

const isOver = (endTime: string) => Date.parse(endTime) + KEPT_AFTER_END_MS < Date.now()

function responseFor(ticket: KeepableTicket, headers: Record<string, string>) {
  const { title, language, startTime } = ticket.event
  const timeZone = browserTimeZone()
  const about = { title, language, startTime, when: listedWhen(ticket.event) }
  return new Response(offlineTicket(ticket, { now: new Date(), timeZone, theme: readColourMode() }), {
    // What the worker's list of tickets says of it; header values hold no other letters.
    headers: { ...headers, 'x-ticket': encodeURIComponent(JSON.stringify(about)) },
  })
}

/** Those of an account: nobody else's stay beside them, and what the list no longer has goes. */
async function keep(userId: number, tickets: KeepableTicket[], isWholeList: boolean) {
  const token = readStored('token')
  const cache = await caches.open(keptTicketsOf(userId))
  const headers = await pageHeaders(STYLE)
  const kept = tickets.filter(({ numberOfTickets, event }) => numberOfTickets > 0 && !isOver(event.endTime))
  for (const ticket of kept) await cache.put(pathOf(ticket.id), responseFor(ticket, headers))
  const keptPaths = new Set(kept.map(({ id }) => pathOf(id)))
  const gone = isWholeList
    ? (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => !keptPaths.has(path))
    : tickets.filter((ticket) => !kept.includes(ticket)).map(({ id }) => pathOf(id))
  await Promise.all(gone.map((path) => cache.delete(path)))
  // If they have signed out since, what was erased must not come back.
  if (readStored('token') !== token || token === null) await caches.delete(keptTicketsOf(userId))
}

const canKeep = () => typeof caches !== 'undefined' && 'serviceWorker' in navigator

async function orNothing(work: () => Promise<unknown>) {
  // Nobody asked for it: a full or refused storage is no reason for a message.
  if (canKeep()) await work().catch((error: unknown) => console.info('Tickets could not be kept on this device', error))
}

const register = () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })

export const keepTicket = (userId: number, ticket: KeepableTicket) =>
  orNothing(() => Promise.all([register(), keep(userId, [ticket], false)]))

/** All of My Bookings, so that what was given back elsewhere is not kept here. */
export const keepTickets = (userId: number, tickets: KeepableTicket[]) =>
  orNothing(() => Promise.all([register(), keep(userId, tickets, true)]))

export const dropTicket = (userId: number, ticketId: number) =>
  orNothing(async () => (await caches.open(keptTicketsOf(userId))).delete(pathOf(ticketId)))
