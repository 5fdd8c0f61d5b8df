import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../db/schema.ts'
import { openWorld, type World } from '../../test-support/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const cork = { lat: 51.8985, lng: -8.4756 }

test("a member's coordinates are kept with the member, a visitor's are answered and not kept", async () => {
  const { person, visitor, deps } = world
  const member = await person()
  const kept = async () => {
    const [row] = await deps.db.select().from(users).where(eq(users.id, member.id))
    return row && { lat: row.latitude, lng: row.longitude }
  }
  expect(await visitor.geo.saveLocation({ body: cork })).toMatchObject({ city: 'Cork', countryCode: 'IE' })
  expect(await kept()).toEqual({ lat: null, lng: null })
  expect(await member.api.geo.saveLocation({ body: cork })).toMatchObject({ city: 'Cork', countryCode: 'IE' })
  expect(await kept()).toEqual(cork)
})

test.each([
  ['', 'Lat is required'],
  ['?lat=51.9', 'Lng is required'],
  ['?lat=here&lng=1', 'Lat must be a number'],
  ['?lat=91&lng=0', 'Lat must be between -90 and 90'],
  ['?lat=0&lng=181', 'Lng must be between -180 and 180'],
])('the city of %s is answered 400: %s', async (query, message) => {
  const response = await world.app.inject(`/api/geo/city${query}`)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ message })
})
