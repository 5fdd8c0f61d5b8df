import type { Client } from '../../../contract/client.ts'
import type { Event } from '../../../contract/events.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import type { KeepableTicket } from '../offline/slot.tsx'

export interface JoinedBooking {
  ticket: Ticket
  /** null: the event could not be loaded. */
  event: Event | null
}

// Half of what GET /all-events takes in `ids`: an address of 2 KB holds a hundred of the longest.
const IDS_AT_ONCE = 100

/** The tickets with their events: one request for all the events, however many bookings. `returned`: also given back ones. */
export async function loadBookings(api: Client, query: { returned?: boolean } = {}): Promise<JoinedBooking[]> {
  const tickets = await api.tickets.list({ query })
  const ids = [...new Set(tickets.map((ticket) => ticket.eventId))]
  const chunks: number[][] = []
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) chunks.push(ids.slice(at, at + IDS_AT_ONCE))
  const pages = await Promise.all(chunks.map((chunk) => api.events.list({ query: { ids: chunk.join(',') } })))
  const events = new Map(pages.flatMap((page) => page.items).map((event) => [event.id, event]))
  return tickets.map((ticket) => ({ ticket, event: events.get(ticket.eventId) ?? null }))
}

/** What can be shown without a network. */
export const keepable = (bookings: JoinedBooking[]): KeepableTicket[] =>
  bookings.flatMap(({ ticket: { id, numberOfTickets, code }, event }) =>
    event && code ? { id, numberOfTickets, code, event } : [],
  )
