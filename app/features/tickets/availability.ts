import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { isTrue } from '../../lib/money.ts'

export type Availability = 'open' | 'sold-out' | 'ended' | 'draft' | 'cancelled' | 'postponed'

type Bookable = Pick<Event, 'isDraft' | 'status' | 'isSoldOut' | 'ticketsLeft' | 'endTime'>

export function availabilityOf(event: Bookable, hasEnded: boolean): Availability {
  if (isTrue(event.isDraft)) return 'draft'
  if (event.status === 'cancelled' || event.status === 'postponed') return event.status
  if (hasEnded) return 'ended'
  return isTrue(event.isSoldOut) || event.ticketsLeft <= 0 ? 'sold-out' : 'open'
}

export const maxTickets = (event: Bookable) =>
  Math.max(TICKETS_PER_BOOKING.min, Math.min(TICKETS_PER_BOOKING.max, event.ticketsLeft))

// '1,234'. By hand: toLocaleString loads all languages' tables first, 70 ms on a slow phone.
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

export const placesLeft = (left: number) => (left === 1 ? '1 place left' : `${grouped(left)} places left`)

// Timers cannot wait for longer than this, 24 days; no page is open for so long.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** As it was when the page was made, and turns to ended by itself while the page is open. */
export function useAvailability(event: Bookable, hasEnded: boolean): Availability {
  const [passed, setPassed] = useState<string>()
  useEffect(() => {
    const left = Date.parse(event.endTime) - Date.now()
    if (left > LONGEST_TIMER_MS) return
    const timer = setTimeout(() => setPassed(event.endTime), left)
    return () => clearTimeout(timer)
  }, [event.endTime])
  return availabilityOf(event, hasEnded || passed === event.endTime)
}
