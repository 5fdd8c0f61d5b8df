import { expect, test } from 'vitest'
import { ApiError } from '../../contract/api-error.ts'
import { ask } from './ask.ts'

async function asked(...failures: unknown[]) {
  const pauses: number[] = []
  const clock = { pause: async (ms: number) => void pauses.push(ms), random: () => 0.5 }
  const call = async () => {
    if (failures.length > 0) throw failures.shift()
    return 'bookings'
  }
  const outcome = await ask(call, clock).catch((error: unknown) => error)
  return { outcome, pauses }
}

const busy = (retryAfter?: number) => new ApiError(503, 'Busy', retryAfter)

test('a short outage is retried, after a longer pause each time', async () => {
  expect(await asked(busy(), new ApiError(0, 'Network error.'))).toEqual({ outcome: 'bookings', pauses: [400, 1_500] })
})

test('nobody comes back sooner than the server asked, and nobody watches a spinner for a minute', async () => {
  expect(await asked(busy(2))).toEqual({ outcome: 'bookings', pauses: [3_000] })
  expect(await asked(busy(60))).toEqual({ outcome: busy(60), pauses: [] })
})

test('after three attempts the screen says so', async () => {
  expect((await asked(busy(), busy(), busy(), busy())).pauses).toHaveLength(2)
})

test.each([
  new ApiError(401, 'Log in'),
  new ApiError(404, 'Not found'),
  new ApiError(500, 'Oops'),
  new Error('defect'),
])('what would be answered the same is not retried: %s', async (error) => {
  expect(await asked(error)).toEqual({ outcome: error, pauses: [] })
})
