// A booking with name and email, without a password.
import type { QuickPerson, QuickReply } from '../../session/login-dialog.tsx'
import { loadApi } from '../../lib/load-api.ts'
import { isUncertain, retried } from './booking-attempt.ts'
import { cameFrom } from './came-from.ts'
import { beginAttempt, endAttempt } from './kept-attempts.ts'

/** Asked again while the answer is uncertain: if the first one has booked, a code is sent, and its ticket is found after it. */
export async function bookQuickly(
  eventId: number,
  numberOfTickets: number,
  person: QuickPerson,
  eventKey?: string,
): Promise<QuickReply> {
  const attempt = beginAttempt(eventId, numberOfTickets)
  try {
    const api = await loadApi()
    const source = cameFrom()
    const body = { eventId, numberOfTickets, key: eventKey, ...person, ...(source && { cameFrom: source }) }
    const headers = { 'idempotency-key': attempt.key }
    const reply = await retried(() => api.tickets.quick({ body, headers }))
    if (!('access_token' in reply)) return 'code-sent'
    endAttempt(attempt)
    return { token: reply.access_token, ticket: reply.ticket }
  } catch (error) {
    if (!isUncertain(error)) endAttempt(attempt)
    throw error
  }
}
