import type { Event } from '../../../contract/events.ts'
import { messages } from '../../../contract/messages.ts'

export type AskedBy = 'anyone' | 'member'

export type FoundEvent = { askedBy: AskedBy } & (
  { event: Event; problem: null } | { event: null; problem: string; status: number }
)

const statusOf = (error: unknown) => {
  if (typeof error !== 'object' || error === null) return 0
  // AppError while rendering on the server, ApiError in the browser.
  const { statusCode, status } = error as { statusCode?: number; status?: number }
  return statusCode ?? status ?? 0
}

/** The event, or the sentence that says why there is none. An id that is no id belongs to no event. */
export async function findEvent(
  askedBy: AskedBy,
  eventId: string | undefined,
  get: (eventId: string) => Promise<Event>,
): Promise<FoundEvent> {
  const missing = (problem: string, status: number) => ({ askedBy, event: null, problem, status })
  if (!eventId?.trim()) return missing(messages.eventIdRequired, 400)
  try {
    return { askedBy, event: await get(eventId), problem: null }
  } catch (error) {
    const status = statusOf(error)
    if (status === 404 || status === 400) return missing(messages.eventNotFound, 404)
    return missing(messages.eventFailed, status === 503 || status === 429 ? status : 500)
  }
}
