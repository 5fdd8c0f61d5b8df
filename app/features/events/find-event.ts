import { SITE } from '../../../contract/site.ts'
import type { Event } from '../../../contract/events.ts'
import { hasEnded, isBookingClosed } from '../../../contract/event-status.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { failureStatus, isFinal, isRefusal, logDefect } from '../../lib/failure.ts'

export type AskedBy = 'anyone' | 'member'

export type FoundEvent = { askedBy: AskedBy } &
  // Asked of the clock while the page is made, so that the server and the browser show the same.
  (
    | { event: Event; problem: null; hasEnded: boolean; isBookingClosed: boolean }
    | { event: null; problem: string; status: number }
  )

/** Offline it is unknown whether there is such an event. */
export const unreachableEvent: FoundEvent = {
  askedBy: 'anyone',
  event: null,
  problem: firstViewMessages.eventFailed,
  status: 500,
}

/** 'Not found' is an answer; 'could not be asked' is none, and must not replace what is on the screen. */
export const isAnswer = (found: FoundEvent) => found.event !== null || isFinal(found.status)

/** The event, or the sentence that says why there is none. An id that is no id belongs to no event. */
export async function findEvent(
  askedBy: AskedBy,
  eventId: string | undefined,
  get: (eventId: string) => Promise<Event>,
): Promise<FoundEvent> {
  const missing = (problem: string, status: number) => ({ askedBy, event: null, problem, status })
  if (!eventId?.trim()) return missing(firstViewMessages.eventIdRequired, 400)
  try {
    const event = await get(eventId)
    const now = new Date()
    const states = { hasEnded: hasEnded(event, now), isBookingClosed: isBookingClosed(event, now) }
    return { askedBy, event, problem: null, ...states }
  } catch (error) {
    const status = failureStatus(error)
    // Deleted or hidden: people who follow an old link read that it is gone.
    if (isRefusal(error, 'event_gone')) return missing(firstViewMessages.eventNotFound, 410)
    if (isRefusal(error, 'event_hidden')) return missing(`This event is no longer shown on ${SITE.name}.`, 410)
    if (isRefusal(error, 'event_withheld')) return missing('This event is not shown because of a legal order.', 451)
    if (status === 404 || status === 400) return missing(firstViewMessages.eventNotFound, 404)
    logDefect(error)
    return missing(firstViewMessages.eventFailed, status || 500)
  }
}
