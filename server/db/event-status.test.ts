import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  EVENT_STATUSES,
  isFindable,
  isListed,
  isPublic,
  isVisible,
  type EventStatus,
} from '../../contract/event-status.ts'
import { openWorld, world } from '../test-support/world.ts'
import { events } from './schema/events.ts'
import { findableOnly, openOnly, publicOnly, visibleOnly } from './schema/event-status.ts'

test.each<[string, { status?: EventStatus; hiddenAt?: Date }, { status: number; message: string }]>([
  ['cancelled', { status: 'cancelled' }, { status: 409, message: 'This event has been cancelled' }],
  ['postponed', { status: 'postponed' }, { status: 409, message: 'This event has been postponed' }],
  ['hidden', { hiddenAt: new Date() }, { status: 404, message: 'Event not found' }],
])('an event that is %s cannot be booked', async (_what, fields, refusal) => {
  const w = await world()
  const nora = await w.person()
  const { id } = await w.event(nora, fields)
  const booking = { body: { eventId: id, numberOfTickets: 1 }, headers: {} }
  await expect(nora.api.tickets.book(booking)).rejects.toMatchObject(refusal)
})

test('seats that are held are left over for nobody', async () => {
  const w = await world()
  const nora = await w.person()
  const { id } = await w.event(nora, { capacity: 4, ticketsSold: 1, held: 2 })
  expect(await w.visitor.events.get({ params: { eventId: id } })).toMatchObject({ ticketsLeft: 1, isSoldOut: false })
  const two = { body: { eventId: id, numberOfTickets: 2 }, headers: {} }
  await expect(nora.api.tickets.book(two)).rejects.toMatchObject({ status: 409, message: 'Only 1 tickets left' })
  await nora.api.tickets.book({ body: { eventId: id, numberOfTickets: 1 } })
  expect(await nora.api.events.get({ params: { eventId: id } })).toMatchObject({ ticketsLeft: 0, isSoldOut: true })
})

test('what is hidden, put off or called off is in no list, suggestion or sitemap; its address tells which', async () => {
  const w = await openWorld()
  try {
    const [nora, other] = [await w.person(), await w.person()]
    const hidden = await w.event(nora, { title: 'Quarry hidden', hiddenAt: new Date() })
    const cancelled = await w.event(nora, { title: 'Quarry cancelled', status: 'cancelled' })
    const postponed = await w.event(nora, { title: 'Quarry postponed', status: 'postponed' })
    const shown = await w.event(nora, { title: 'Quarry shown' })
    const all = [hidden, cancelled, postponed, shown]
    const titles = async (query: Record<string, string | number>, api = w.visitor) =>
      (await api.events.list({ query })).items.map(({ title }) => title).toSorted()

    const queries: Record<string, string | number>[] = [{}, { limit: 10 }, { when: 'upcoming' }, { q: 'quarry' }]
    for (const query of queries) expect(await titles(query), JSON.stringify(query)).toEqual(['Quarry shown'])
    expect(await w.visitor.events.typeahead({ query: { q: 'quarry' } })).toEqual(['Quarry shown'])
    const sitemap = (await w.app.inject('/sitemap.xml')).body
    expect(all.map(({ id }) => sitemap.includes(`/events/${id}<`))).toEqual([false, false, false, true])

    const ids = { ids: all.map(({ id }) => id).join(',') }
    expect(await titles(ids, other.api)).toEqual(['Quarry cancelled', 'Quarry postponed', 'Quarry shown'])
    expect(await titles({ creator: 'me' }, nora.api)).toHaveLength(4)
    const seen = async (id: number, api = w.visitor) =>
      api.events.get({ params: { eventId: id } }).then(
        () => true,
        () => false,
      )
    expect(await Promise.all(all.map(({ id }) => seen(id)))).toEqual([false, true, true, true])
    expect(await seen(hidden.id, nora.api)).toBe(true)
    await w.deps.db.update(events).set({ hiddenAt: null }).where(eq(events.id, hidden.id))
    expect(await w.visitor.events.typeahead({ query: { q: 'quarry' } })).toEqual(['Quarry hidden', 'Quarry shown'])
  } finally {
    await w.close()
  }
})

test('the database refuses a state that is none, and seats that are sold and held beyond the capacity', async () => {
  const { deps, person, event } = await world()
  const { id } = await event(await person(), { capacity: 3, ticketsSold: 2 })
  const refusedBy = (change: ReturnType<typeof sql>) =>
    deps.db.execute(sql`update events set ${change} where id = ${id}`).then(
      () => 'nothing',
      (error: Error) => (error.cause as { constraint?: string }).constraint,
    )
  expect(await refusedBy(sql`status = 'perhaps'`)).toBe('events_status')
  expect(await refusedBy(sql`held = 2`)).toBe('events_seats_held')
  expect(await refusedBy(sql`held = -1`)).toBe('events_seats_held')
  expect(await refusedBy(sql`held = 1`)).toBe('nothing')
})

test('what is public and what is visible is the same in SQL, for every state', async () => {
  const { deps, person, event } = await world()
  const nora = await person()
  for (const status of EVENT_STATUSES)
    for (const hiddenAt of [null, new Date()])
      for (const review of [null, 'waiting'] as const)
        for (const linkKey of [null, 'K'.repeat(22)]) await event(nora, { status, hiddenAt, review, linkKey })
  const rows = await deps.db
    .select({
      status: events.status,
      hiddenAt: events.hiddenAt,
      review: events.review,
      linkKey: events.linkKey,
      inSql: sql<unknown>`array[${openOnly()}, ${publicOnly()}, ${visibleOnly()}, ${findableOnly()}]`,
    })
    .from(events)
  expect(rows).toHaveLength(32)
  for (const row of rows)
    expect(row.inSql, row.status).toEqual([isPublic(row), isListed(row), isVisible(row), isFindable(row)])
})
