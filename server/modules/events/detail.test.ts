import { expect, test } from 'vitest'
import { tickets } from '../../db/schema/tickets.ts'
import { world } from '../../test-support/world.ts'

const LINK = 'Zoom: zoom.us/j/123?pwd=SECRET'

test('an event is read with real booleans, numbers, its zone and what is left', async () => {
  const w = await world()
  const creator = await w.person()
  const row = await w.event(creator, {
    capacity: 10,
    ticketsSold: 10,
    imageUrl: 'events/a.png',
    imageWidths: [400, 800],
    isFreeOfCharge: false,
    sellingPrice: 12.5,
    anchorPrice: 18,
  })
  const response = await w.app.inject(`/api/all-events/${row.id}`)
  expect(response.json()).toEqual({
    id: row.id,
    title: 'Fiddle Night',
    description: 'Bring a fiddle.',
    imageUrl: 'events/a.png',
    imageSizes: [
      { width: 400, url: 'events/a-400.webp' },
      { width: 800, url: 'events/a-800.webp' },
    ],
    venue: 'The Cobblestone, Dublin',
    startTime: row.startTime.toISOString(),
    endTime: row.endTime.toISOString(),
    timeZone: 'Europe/Dublin',
    sellingPrice: 12.5,
    anchorPrice: 18,
    isFreeOfCharge: false,
    isDraft: false,
    status: 'published',
    isVirtual: false,
    capacity: 10,
    ticketsLeft: 0,
    isSoldOut: true,
    artistDescription: null,
    organizerDescription: null,
    creatorId: creator.id,
    creatorName: 'Person1 B.',
    town: null,
    latitude: null,
    longitude: null,
    categories: [],
    version: 1,
  })
})

test("an unknown event and someone else's draft answer the same 404, the creator reads the draft", async () => {
  const w = await world()
  const [creator, other] = [await w.person(), await w.person()]
  const draft = await w.event(creator, { status: 'draft' })
  const gone = { status: 404, message: 'Event not found' }
  await expect(w.visitor.events.get({ params: { eventId: 424242 } })).rejects.toMatchObject(gone)
  await expect(w.visitor.events.get({ params: { eventId: draft.id } })).rejects.toMatchObject(gone)
  await expect(other.api.events.get({ params: { eventId: draft.id } })).rejects.toMatchObject(gone)
  expect(await creator.api.events.get({ params: { eventId: draft.id } })).toMatchObject({ isDraft: true })
})

test('the link of a virtual event is read by its creator and by those who booked, in detail and in lists', async () => {
  const w = await world()
  const [creator, booked, other] = [await w.person(), await w.person(), await w.person()]
  const linked = await w.event(creator, { isVirtual: true, venue: LINK, ticketsSold: 1 })
  const named = await w.event(creator, { isVirtual: true, venue: 'Our Discord' })
  await w.deps.db.insert(tickets).values({ eventId: linked.id, userId: booked.id, numberOfTickets: 1 })

  const venues = async (api: typeof w.visitor) => {
    const { venue } = await api.events.get({ params: { eventId: linked.id } })
    const { items } = await api.events.list({ query: { ids: `${linked.id},${named.id}` } })
    return [venue, ...items.map((event) => event.venue)]
  }
  for (const api of [creator.api, booked.api]) expect(await venues(api)).toEqual([LINK, LINK, 'Our Discord'])
  for (const api of [w.visitor, other.api]) {
    expect(await venues(api)).toEqual(['Online event', 'Online event', 'Our Discord'])
  }
})
