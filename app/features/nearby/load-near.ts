import type { EventQueryInput } from '../../../contract/event-query.ts'
import type { Event } from '../../../contract/events.ts'
import { awayLabel, kmBetween, ROUNDING_KM, roundedPosition, type Point } from '../../lib/distance.ts'
import { loadApi } from '../../lib/load-api.ts'
import { cardOfEvent, type EventCardData } from '../events/slot.tsx'

const RADIUS_KM = 50
const ROW = 12

/** What is asked and what an address says: the exact position stays on the device. */
export const around = (here: Point) => ({ near: roundedPosition(here), within: String(RADIUS_KM + ROUNDING_KM) })

export interface NearEvent extends EventCardData, Pick<Event, 'endTime' | 'ticketsLeft' | 'admission'> {
  km: number
}

export async function loadNear(here: Point, query: Pick<EventQueryInput, 'when' | 'sort'>): Promise<NearEvent[]> {
  const { items } = await (
    await loadApi()
  ).events.list({ query: { ...around(here), ...query, series: 'once', limit: ROW } })
  return items.map((event) => {
    const at = { lat: event.latitude ?? 0, lng: event.longitude ?? 0 }
    const km = kmBetween(here, at)
    const { endTime, ticketsLeft, admission } = event
    return { ...cardOfEvent(event), endTime, ticketsLeft, admission, km, away: awayLabel(km, at, event.town) }
  })
}

export interface TodayNear {
  isToday: boolean
  events: NearEvent[]
}

let asked: { near: string; answer: Promise<TodayNear> } | undefined

/** Today's events that are not over, or the next ones where there are none. Asked once for two sections of home. */
export function todayNear(here: Point, now: Date): Promise<TodayNear> {
  const near = roundedPosition(here)
  if (asked?.near === near) return asked.answer
  const load = async (): Promise<TodayNear> => {
    const today = await loadNear(here, { when: 'today', sort: 'date' })
    const events = today.filter(({ endTime }) => new Date(endTime) > now)
    if (events.length > 0) return { isToday: true, events }
    return { isToday: false, events: await loadNear(here, { when: 'upcoming', sort: 'date' }) }
  }
  const answer = load()
  asked = { near, answer }
  // A failure is not kept, nor what was found: the next visit to home asks again.
  const forget = () => {
    if (asked?.answer === answer) asked = undefined
  }
  answer.catch(forget)
  setTimeout(forget, 5_000)
  return answer
}
