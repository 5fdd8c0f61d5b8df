import { eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demoEvents } from '../../db/seed/demo-events.ts'
import { events } from '../../db/schema/events.ts'
import { world } from '../../test-support/world.ts'
import { townOfVenue } from '../geo/towns.ts'
import { locateEvents } from './locations.ts'

const body = {
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2027-05-01T20:00',
  endTime: '2027-05-01T23:00',
  timeZone: 'Europe/Dublin',
  capacity: 40,
  isDraft: false,
}

const DUBLIN = { town: 'Dublin', latitude: 53.333, longitude: -6.249 }
const GALWAY = { town: 'Galway', latitude: 53.272, longitude: -9.051 }
const NOWHERE = { town: null, latitude: null, longitude: null }

test('an event is in the town that was chosen, else in the one that its venue names, else in none', async () => {
  const { api } = await (await world()).person()
  const made = async (fields: object) => (await api.events.create({ body: { ...body, ...fields } })) as object
  expect(await made({})).toMatchObject(DUBLIN)
  expect(await made({ town: 'galway' })).toMatchObject(GALWAY)
  expect(await made({ town: '' })).toMatchObject(DUBLIN)
  expect(await made({ venue: 'A field' })).toMatchObject(NOWHERE)
  expect(await made({ isVirtual: true, town: 'Galway' }), 'virtual').toMatchObject(NOWHERE)
  const refused = made({ town: 'Nowhere in Particular' })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    message: 'We don’t know a town with that name. Please choose one from the list.',
  })
})

test('a change without a town keeps the one that was chosen while the venue stays', async () => {
  const { api } = await (await world()).person()
  const { id } = await api.events.create({ body: { ...body, town: 'Galway' } })
  const changed = (fields: object) => api.events.update({ params: { eventId: id }, body: { ...body, ...fields } })
  expect(await changed({ title: 'Fiddle Morning' })).toMatchObject(GALWAY)
  expect(await changed({ town: 'Galway' })).toMatchObject(GALWAY)
  expect(await changed({ venue: 'The Lee Rooms, Cork' })).toMatchObject({ town: 'Cork' })
  expect(await changed({ town: '' })).toMatchObject(DUBLIN)
  expect(await changed({ isVirtual: true })).toMatchObject(NOWHERE)
})

test('up to three categories of the list, each once; a change without them leaves them', async () => {
  const { api } = await (await world()).person()
  const { id, categories } = await api.events.create({ body: { ...body, categories: ['music', 'food', 'music'] } })
  expect(categories).toEqual(['music', 'food'])
  const changed = (fields: object) => api.events.update({ params: { eventId: id }, body: { ...body, ...fields } })
  expect((await changed({})).categories).toEqual(['music', 'food'])
  expect((await changed({ categories: [] })).categories).toEqual([])
  const four = { categories: ['music', 'food', 'art', 'film'] }
  await expect(changed(four)).rejects.toMatchObject({ status: 400, message: 'Categories can be at most 3' })
  for (const wrong of [['opera'], 'music', [1]])
    await expect(changed({ categories: wrong })).rejects.toMatchObject({ status: 400 })
})

test('a copy is in the same town and of the same kind', async () => {
  const { api } = await (await world()).person()
  const { id } = await api.events.create({ body: { ...body, town: 'Galway', categories: ['music'] } })
  expect(await api.events.duplicate({ params: { eventId: id } })).toMatchObject({
    ...GALWAY,
    categories: ['music'],
  })
})

test('events from before get their towns by a job, and keep coordinates that they have', async () => {
  const w = await world()
  const creator = await w.person()
  const dublin = await w.event(creator)
  const exact = await w.event(creator, { latitude: 53.35, longitude: -6.28 })
  const nowhere = await w.event(creator, { venue: 'A field' })
  const virtual = await w.event(creator, { isVirtual: true })
  expect(await locateEvents(w.deps)).toBe(4)
  const read = (eventId: number) => w.visitor.events.get({ params: { eventId } })
  expect(await read(dublin.id)).toMatchObject(DUBLIN)
  expect(await read(exact.id)).toMatchObject({ town: 'Dublin', latitude: 53.35, longitude: -6.28 })
  expect(await read(nowhere.id)).toMatchObject(NOWHERE)
  expect(await read(virtual.id)).toMatchObject(NOWHERE)
  expect(await locateEvents(w.deps), 'looked at once').toBe(0)
  expect(await w.deps.db.$count(events, isNull(events.town))).toBe(0)
})

test('what its creator saves while the job is at work is not overwritten', async () => {
  const w = await world()
  const creator = await w.person()
  const { id } = await w.event(creator)
  const select = w.deps.db.select.bind(w.deps.db)
  // The creator is quicker: between the reading of the job and its writing.
  const db = Object.assign(Object.create(w.deps.db) as typeof w.deps.db, {
    transaction: async (work: Parameters<typeof w.deps.db.transaction>[0]) => {
      await creator.api.events.update({ params: { eventId: id }, body: { ...body, town: 'Galway' } })
      return w.deps.db.transaction(work)
    },
    select,
  })
  await locateEvents({ ...w.deps, db })
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, id))
  expect(row).toMatchObject(GALWAY)
})

test('the demo events are in the towns that their venues name, at a place of their own near its centre', () => {
  const placed = demoEvents.filter(({ town }) => town !== '')
  expect(placed.length).toBeGreaterThan(20)
  for (const { venue, timeZone, town, isVirtual } of demoEvents)
    expect([venue, town]).toEqual([venue, isVirtual ? '' : (townOfVenue(venue, timeZone)?.city ?? '')])
  for (const { venue, timeZone, lat, lng } of placed) {
    const centre = townOfVenue(venue, timeZone)
    const [north, east] = [Math.abs((lat ?? 0) - (centre?.lat ?? 99)), Math.abs((lng ?? 0) - (centre?.lng ?? 99))]
    expect([venue, north < 0.2 && east < 0.3]).toEqual([venue, true])
    // A town's centre has three decimals, and cards then say "in Dublin" instead of a distance.
    expect([venue, [lat, lng].some((degrees) => degrees !== Number(degrees?.toFixed(3)))]).toEqual([venue, true])
  }
})
