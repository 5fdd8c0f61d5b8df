// Saving a new event exactly once, whatever the network does in between.
import type { Client } from '../../../contract/client.ts'
import { ApiError } from '../../../contract/api-error.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { randomKey } from '../../lib/random-key.ts'

const isUnsettled = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

const isOtherBody = (error: unknown) => error instanceof ApiError && error.status === 409

/**
 * One key per form. If a response was lost, the event may exist with the earlier content: the server refuses the key with
 * another body, so the event is requested with the earlier one, and later changes are saved into it.
 */
export function oneCreation() {
  const headers = { 'idempotency-key': randomKey() }
  // What was sent without a response, the latest first.
  const unsettled: EventBodyInput[] = []

  const create = async (events: Pick<Client['events'], 'create'>, body: EventBodyInput) => {
    try {
      return await events.create({ body, headers })
    } catch (error) {
      if (isUnsettled(error)) unsettled.unshift(body)
      if (!isOtherBody(error)) throw error
      for (const earlier of unsettled) {
        try {
          return await events.create({ body: earlier, headers })
        } catch (refusal) {
          if (!isOtherBody(refusal)) throw refusal
        }
      }
      throw error
    }
  }

  return async (events: Pick<Client['events'], 'create' | 'update'>, body: EventBodyInput) => {
    const event = await create(events, body)
    const text = JSON.stringify(body)
    if (unsettled.every((earlier) => JSON.stringify(earlier) === text)) return event
    return events.update({ params: { eventId: event.id }, body: { ...body, version: event.version } })
  }
}
