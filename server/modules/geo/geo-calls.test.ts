import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../db/schema/users.ts'
import { openWorld, type World } from '../../test-support/world.ts'

const dublin = { lat: 53.3498, lng: -6.2603 }

let here: World
beforeAll(async () => {
  here = await openWorld()
})
afterAll(() => here.close())

test.each([
  ['', 'Lat is required'],
  ['?lat=53', 'Lng is required'],
  ['?lat=abc&lng=1', 'Lat must be a number'],
  ['?lat=91&lng=1', 'Lat must be between -90 and 90'],
  ['?lat=1&lng=-181', 'Lng must be between -180 and 180'],
])('bad or missing coordinates %j answer 400 in one sentence', async (query, message) => {
  const response = await here.app.inject(`/api/geo/city${query}`)
  expect(response.json()).toEqual({ statusCode: 400, error: 'Bad Request', message })
})

test("a member's coordinates are kept, a visitor's are answered and not kept", async () => {
  const member = await here.person()
  const kept = async () => {
    const [user] = await here.deps.db.select().from(users).where(eq(users.id, member.id))
    return { lat: user?.latitude, lng: user?.longitude }
  }
  expect(await here.visitor.geo.saveLocation({ body: dublin })).toMatchObject({ city: 'Dublin', countryCode: 'IE' })
  expect(await kept()).toEqual({ lat: null, lng: null })
  expect(await member.api.geo.saveLocation({ body: dublin })).toMatchObject({ city: 'Dublin' })
  expect(await kept()).toEqual(dublin)
})

test('a city is answered in well under 5 ms', async () => {
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const from = performance.now()
    expect((await here.app.inject(`/api/geo/city?lat=${53 + n / 1000}&lng=-6.26`)).statusCode).toBe(200)
    times.push(performance.now() - from)
  }
  // A quarter of them, not the worst: a busy machine may pause any single call.
  expect(times.toSorted((a, b) => a - b)[50]).toBeLessThan(5)
})
