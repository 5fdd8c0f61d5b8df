// A booking attempt: from the click to an answer that is certain.
import { ApiError } from '../../../contract/api-error.ts'
import { retryDelayMs } from '../../../contract/retry.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { loadApi } from '../../lib/load-api.ts'
import { cameFrom } from './came-from.ts'
import type { BookingAttempt } from './kept-attempts.ts'

/** Unknown whether it was booked: no response, or the server lost its database in between. */
export const isUncertain = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || (error.status >= 500 && error.status <= 504)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks again while the answer is uncertain. */
export async function retried<T>(call: () => Promise<T>): Promise<T> {
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

/** With the same key each time, so that it is booked once or not at all. */
export async function attemptBooking(
  { eventId, numberOfTickets, key }: BookingAttempt,
  eventKey?: string,
): Promise<Ticket> {
  const api = await loadApi()
  const source = cameFrom()
  const body = { eventId, numberOfTickets, key: eventKey, ...(source && { cameFrom: source }) }
  return retried(() => api.tickets.book({ body, headers: { 'idempotency-key': key } }))
}
