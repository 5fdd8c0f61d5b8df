import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { isTrue } from '../../lib/money.ts'

export type Availability = 'open' | 'sold-out' | 'ended' | 'draft'

type Bookable = Pick<Event, 'isDraft' | 'isSoldOut' | 'ticketsLeft' | 'endTime'>

export function availabilityOf(event: Bookable, now: number): Availability {
  if (isTrue(event.isDraft)) return 'draft'
  if (Date.parse(event.endTime) <= now) return 'ended'
  return isTrue(event.isSoldOut) || event.ticketsLeft <= 0 ? 'sold-out' : 'open'
}

export const maxTickets = (event: Bookable) =>
  Math.max(TICKETS_PER_BOOKING.min, Math.min(TICKETS_PER_BOOKING.max, event.ticketsLeft))

// '1,234'. By hand: toLocaleString loads all languages' tables first, 70 ms on a slow phone.
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

export const placesLeft = (left: number) => (left === 1 ? '1 place left' : `${grouped(left)} places left`)

// Timers cannot wait for longer than this, 24 days.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Turns to ended by itself while the page is open. The time is the device's, so it is asked only after mounting. */
export function useAvailability(event: Bookable): Availability {
  const [now, setNow] = useState(0)
  useEffect(() => {
    const current = Date.now()
    setNow(current)
    const left = Date.parse(event.endTime) - current
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [event.endTime])
  return availabilityOf(event, now)
}
