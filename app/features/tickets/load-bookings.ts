import type { Client } from '../../../contract/client.ts'
import type { Event } from '../../../contract/events.ts'
import { TICKETS_AT_ONCE } from '../../../contract/limits.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { failureStatus } from '../../lib/failure.ts'
import type { KeepableTicket } from '../offline/slot.tsx'

export interface JoinedBooking {
  ticket: Ticket
  /** null: the event could not be loaded. */
  event: Event | null
}

// Half of what GET /all-events takes in `ids`: an address of 2 KB holds a hundred of the longest.
const IDS_AT_ONCE = 100

async function loadTickets(api: Client, query: { returned?: boolean }): Promise<Ticket[]> {
  const tickets: Ticket[] = []
  for (;;) {
    const page = await api.tickets.list({ query: { ...query, cursor: tickets.at(-1)?.id } })
    tickets.push(...page)
    if (page.length < TICKETS_AT_ONCE) return tickets
  }
}

/** In one request; if that fails each by itself, so that one event that cannot be read does not hide the others. */
async function loadEvents(api: Client, ids: number[]): Promise<Event[]> {
  try {
    return (await api.events.list({ query: { ids: ids.join(',') } })).items
  } catch (error) {
    const each = await Promise.allSettled(ids.map((eventId) => api.events.get({ params: { eventId } })))
    if (each.every(isUnanswered)) throw error
    return each.flatMap((got) => (got.status === 'fulfilled' ? got.value : []))
  }
}

/** An event that is gone is an answer too. */
const isUnanswered = (got: PromiseSettledResult<unknown>) =>
  got.status === 'rejected' && ![404, 410, 451].includes(failureStatus(got.reason))

/** The tickets with their events: one request for a hundred events, however many bookings. `returned`: also given back ones. */
export async function loadBookings(api: Client, query: { returned?: boolean } = {}): Promise<JoinedBooking[]> {
  const tickets = await loadTickets(api, query)
  const ids = [...new Set(tickets.map((ticket) => ticket.eventId))]
  const chunks: number[][] = []
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) chunks.push(ids.slice(at, at + IDS_AT_ONCE))
  const loaded = await Promise.all(chunks.map((chunk) => loadEvents(api, chunk)))
  const events = new Map(loaded.flat().map((event) => [event.id, event]))
  return tickets.map((ticket) => ({ ticket, event: events.get(ticket.eventId) ?? null }))
}

/** What can be shown without a network. */
export const keepable = (bookings: JoinedBooking[]): KeepableTicket[] =>
  bookings.flatMap(({ ticket: { id, numberOfTickets, sent, code }, event }) =>
    event && code ? { id, numberOfTickets, sent, code, event } : [],
  )
