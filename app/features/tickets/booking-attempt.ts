// A booking attempt: from the click to an answer that is certain. Loaded after the page, or by the press.
import { ApiError } from '../../../contract/api-error.ts'
import { retryDelayMs } from '../../../contract/retry.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { isUncertain } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { QuickPerson, QuickReply } from '../../session/login-dialog.tsx'
import { cameFrom } from './came-from.ts'
import { beginAttempt, endAttempt, type BookingAttempt } from './kept-attempts.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks again while the answer is uncertain. */
async function retried<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const wait = retryDelayMs(attempt, error instanceof ApiError ? error.retryAfterSeconds : undefined)
      if (!isUncertain(error) || wait === undefined) throw error
      await pause(wait)
    }
  }
}

/** The attempt stays on the device while nobody knows its outcome. */
async function keptWhileUncertain<T>(attempt: BookingAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUncertain(error)) endAttempt(attempt)
    throw error
  }
}

function bodyOf({ eventId, numberOfTickets }: BookingAttempt, eventKey?: string) {
  const source = cameFrom()
  return { eventId, numberOfTickets, key: eventKey, ...(source && { cameFrom: source }) }
}

/** With the same key each time, so that it is booked once or not at all. */
export function book(eventId: number, numberOfTickets: number, eventKey?: string): Promise<Ticket> {
  const attempt = beginAttempt(eventId, numberOfTickets)
  return keptWhileUncertain(attempt, async () => {
    const api = await loadApi()
    const body = bodyOf(attempt, eventKey)
    const ticket = await retried(() => api.tickets.book({ body, headers: { 'idempotency-key': attempt.key } }))
    endAttempt(attempt)
    return ticket
  })
}

/** With name and email, without a password. If the first of several calls has booked, a code is sent, and its ticket is found after it. */
export function bookQuickly(
  eventId: number,
  numberOfTickets: number,
  person: QuickPerson,
  eventKey?: string,
): Promise<QuickReply> {
  const attempt = beginAttempt(eventId, numberOfTickets)
  return keptWhileUncertain(attempt, async () => {
    const api = await loadApi()
    const body = { ...bodyOf(attempt, eventKey), ...person }
    const reply = await retried(() => api.tickets.quick({ body, headers: { 'idempotency-key': attempt.key } }))
    if (!('access_token' in reply)) return 'code-sent'
    endAttempt(attempt)
    return { token: reply.access_token, ticket: reply.ticket }
  })
}
