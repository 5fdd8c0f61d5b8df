// Saving a new event exactly once, whatever the network does in between.
import type { Client } from '../../../contract/client.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { randomKey } from '../../lib/random-key.ts'

const isUnsettled = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * One key a form. Should an answer have been lost, the next press is answered with the event that the first has made;
 * what was changed in the form since is then saved into it.
 */
export function oneCreation() {
  const key = randomKey()
  let unsettled: string | undefined
  return async (events: Pick<Client['events'], 'create' | 'update'>, body: EventBodyInput) => {
    const text = JSON.stringify(body)
    try {
      const event = await events.create({ body, headers: { 'idempotency-key': key } })
      if (unsettled === undefined || unsettled === text) return event
      return await events.update({ params: { eventId: event.id }, body: { ...body, version: event.version } })
    } catch (error) {
      if (isUnsettled(error)) unsettled ??= text
      throw error
    }
  }
}
