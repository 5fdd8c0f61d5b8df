// Saving a new event or series exactly once, whatever the network does in between.
import { ApiError } from '../../../contract/api-error.ts'
import { randomKey } from '../../lib/random-key.ts'

const isUnsettled = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

const isOtherBody = (error: unknown) => error instanceof ApiError && error.status === 409

interface Saving<Body, Made> {
  create: (input: { body: Body; headers: { 'idempotency-key': string } }) => Promise<Made>
  /** Saves into what an earlier request has made. */
  update: (made: Made, body: Body) => Promise<Made>
}

/**
 * One key per form. If a response was lost, the event may exist with the earlier content: the server refuses the key with
 * another body, so the event is requested with the earlier one, and later changes are saved into it.
 */
export function oneCreation<Body, Made>() {
  const headers = { 'idempotency-key': randomKey() }
  // What was sent without a response, the latest first.
  const unsettled: Body[] = []

  const make = async ({ create }: Saving<Body, Made>, body: Body) => {
    try {
      return await create({ body, headers })
    } catch (error) {
      if (isUnsettled(error)) unsettled.unshift(body)
      if (!isOtherBody(error)) throw error
      for (const earlier of unsettled) {
        try {
          return await create({ body: earlier, headers })
        } catch (refusal) {
          if (!isOtherBody(refusal)) throw refusal
        }
      }
      throw error
    }
  }

  return async (saving: Saving<Body, Made>, body: Body) => {
    const made = await make(saving, body)
    const text = JSON.stringify(body)
    return unsettled.every((earlier) => JSON.stringify(earlier) === text) ? made : saving.update(made, body)
  }
}
