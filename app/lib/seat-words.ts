// How many seats a ticket has, and whose they are.
import { counted } from '../../contract/counted.ts'
import { ownSeats } from '../../contract/own-seats.ts'
import type { SentPlace } from '../../contract/tickets.ts'

type Named = Pick<SentPlace, 'name'>

export const ticketCount = (count: number) => counted(count, 'ticket')

/** Sent before a name was asked for, it is a friend's. */
export const friendName = ({ name }: Named) => name ?? 'a friend'

/** "Aoife", "Aoife and Ben", "Aoife, Ben and Cian" */
export function friendNames(sent: Named[]): string {
  const names = sent.map(friendName)
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}

/** "2 tickets", or "1 for you, 1 for Aoife" where places were sent. */
export function seatWords(ticket: { numberOfTickets: number; sent?: SentPlace[] }): string {
  const { numberOfTickets, sent = [] } = ticket
  if (sent.length === 0) return ticketCount(numberOfTickets)
  const { seats } = ownSeats(ticket)
  const byName = Map.groupBy(sent, friendName)
  const friends = [...byName].map(([name, places]) => `${places.length} for ${name}`)
  return [...(seats > 0 ? [`${seats} for you`] : []), ...friends].join(', ')
}
