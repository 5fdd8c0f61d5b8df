import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURE_NAMES } from '../contract/features.ts'
import type { Scene } from './test-support/matrix-row.ts'
import { fuzzCall, fuzzedEndpoints, type FuzzSender } from './test-support/fuzz.ts'
import { makeSeries } from './test-support/series-scene.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

// A taste for every run of the tests; `npm run trust` throws thousands.
const RUNS = Number(process.env.FUZZ_RUNS ?? 20)

let world: World
let creator: Person
let scene: Scene

beforeAll(async () => {
  world = await openWorld({ config: { features: new Set(FEATURE_NAMES) } })
  creator = await world.person()
  const event = await world.event(creator, { capacity: 1_000_000 })
  const draft = await world.event(creator, { status: 'draft' })
  const door = await creator.api.door.createLink({
    params: { eventId: event.id },
    body: { name: 'Door', mayAdd: true },
  })
  const { id: ticketId } = await creator.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 4 } })
  const { id: fullId } = await world.event(creator, { capacity: 1, ticketsSold: 1 })
  scene = {
    ...(await makeSeries(world, creator)),
    eventId: event.id,
    bookedId: event.id,
    surveyId: 1,
    fullId,
    ticketId,
    draftId: draft.id,
    pictureKey: 'events/fuzz.webp',
    creatorEmail: creator.email,
    creatorId: creator.id,
    doorToken: door.token,
    doorLinkId: door.id,
    managerId: 1,
  }
})
afterAll(() => world.close())

const inject: FuzzSender = async (method, { path, headers, body }) => {
  const response = await world.app.inject({ method: method as 'GET', url: path, headers, payload: body })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

test.each(fuzzedEndpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  'whatever is thrown at $name, the answer is an honest one below 500',
  async ({ endpoint }) => {
    await fuzzCall(endpoint, { send: inject, runs: RUNS, token: creator.token, scene })
    expect((await world.app.inject({ url: '/api/health' })).statusCode).toBe(200)
  },
)

test('an error says neither where it happened nor what was asked of the database', async () => {
  const { complaint } = await import('./test-support/fuzz.ts')
  const headers = { 'x-content-type-options': 'nosniff' }
  const leak = (message: string) =>
    complaint({ status: 400, headers, body: JSON.stringify({ statusCode: 400, message }) })
  expect(leak('Error: at run (/app/server/app.ts:10:3)')).toContain('leaks')
  expect(leak('Failed query: select "id" from "users"')).toContain('leaks')
  expect(leak('Title is required')).toBeNull()
  expect(complaint({ status: 500, headers, body: '' })).toBe('answered 500')
})
