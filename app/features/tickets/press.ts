// From the press of the button to a certain answer.
import { ApiError } from '../../../contract/errors.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { BookingAttempt } from './kept-attempts.ts'

// A moment, then longer: a server that restarts is back within seconds.
const RETRY_AFTER_MS = [400, 1_500]

/** Nobody knows whether it was booked: no answer came, or the server lost its database meanwhile. */
export const isUncertain = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || (error.status >= 500 && error.status <= 504)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks again with the same key while the answer is uncertain, so that it is booked once or not at all. */
export async function carryOut({ eventId, numberOfTickets, key }: BookingAttempt): Promise<Ticket> {
  const api = await loadApi()
  for (let attempt = 0; ; attempt++) {
    try {
      return await api.tickets.book({ body: { eventId, numberOfTickets }, headers: { 'idempotency-key': key } })
    } catch (error) {
      const wait = RETRY_AFTER_MS[attempt]
      if (!isUncertain(error) || wait === undefined) throw error
      await pause(wait)
    }
  }
}
