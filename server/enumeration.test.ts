import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from './modules/auth/passwords.ts'
import { openWorld, type World } from './test-support/world.ts'

// Enough that hiccups of a shared machine do not reach the lower quartile.
const ROUNDS = 15
const ADDRESSES = { known: 'known@example.org', google: 'google@example.org', unknown: 'unknown@example.org' }

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.person({ email: ADDRESSES.known, passwordHash: await hashPassword('correct horse') })
  await world.person({ email: ADDRESSES.google })
})
afterAll(() => world.close())

const usual = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? 0

/** Takes turns, so that a slow moment of the machine is slow for all of them. */
async function ask(url: string, body: object) {
  const answers: Record<string, { times: number[]; seen: Set<string> }> = {}
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, email] of Object.entries(ADDRESSES)) {
      const from = performance.now()
      const response = await world.app.inject({ method: 'POST', url, payload: { email, ...body } })
      const answer = (answers[kind] ??= { times: [], seen: new Set() })
      // The first round warms up.
      if (round > 0) answer.times.push(performance.now() - from)
      const { date: _date, 'x-request-id': _id, ...headers } = response.headers
      answer.seen.add(JSON.stringify([response.statusCode, response.body, headers]))
    }
  }
  return answers
}

test.each([
  { call: 'signing in with a wrong password', url: '/api/auth/login', body: { password: 'a guess' }, status: 401 },
  { call: 'asking for a reset link', url: '/api/auth/forgot-password', body: {}, status: 200 },
])('$call tells known and unknown accounts apart by nothing', async ({ url, body, status }) => {
  const { known, google, unknown } = await ask(url, body)
  expect([...(unknown?.seen ?? [])]).toEqual([expect.stringMatching(new RegExp(`^\\[${status},`))])
  for (const other of [known, google]) {
    expect([...(other?.seen ?? [])]).toEqual([...(unknown?.seen ?? [])])
    const [a, b] = [usual(other?.times ?? []), usual(unknown?.times ?? [])]
    // Without the equal work the difference is a whole password hash: a factor of ten.
    expect(Math.abs(a - b)).toBeLessThan(Math.max(10, 0.5 * Math.max(a, b)))
  }
})
