// The version before runs beside this one while an upgrade rolls out. Its statements, word for word, against the tables
// of this one: it knows is_draft and no status, this one writes status.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EVENT_STATUSES, isListed, isPublic, isVisible, type EventStatus } from '../../contract/event-status.ts'
import { openWorld, world, type World } from '../test-support/world.ts'
import { events } from './schema/events.ts'
import { openOnly, publicOnly, visibleOnly } from './schema/event-status.ts'

const OLD_INSERT = `insert into "events" ("creator_id", "title", "description", "venue", "image_widths", "start_time",
  "end_time", "time_zone", "is_draft", "is_virtual", "is_free_of_charge", "selling_price", "anchor_price", "capacity",
  "creation_key") values ($1, $2, 'About it.', 'Cork', '{}', now() + interval '1 day', now() + interval '2 days',
  'Europe/Dublin', $3, false, true, 0, 0, 3, null) on conflict ("creator_id", "creation_key") do nothing returning "id"`
const OLD_UPDATE = `update "events" set "title" = $2, "is_draft" = $3, "version" = "events"."version" + 1,
  "updated_at" = now() where "events"."id" = $1`
const OLD_BOOKING = 'select place, outcome, ticket, booked_at, seats_left from book_tickets($1, $2, $3, $4, $5)'
const OLD_LIST = `select "title" from "events" where not "events"."is_draft" order by "events"."start_time", "events"."id"`

const oldVersion = ({ deps }: World) => {
  const { $client: pool } = deps.db
  return {
    async create(creatorId: number, title: string, isDraft: boolean) {
      const { rows } = await pool.query<{ id: number }>(OLD_INSERT, [creatorId, title, isDraft])
      return rows[0]?.id ?? 0
    },
    save: (id: number, title: string, isDraft: boolean) => pool.query(OLD_UPDATE, [id, title, isDraft]),
    async book(userId: number, eventId: number, seats: number) {
      const { rows } = await pool.query<{ outcome: string; seats_left: number }>(OLD_BOOKING, [
        [userId],
        [eventId],
        [seats],
        [null],
        new Date(),
      ])
      return rows[0]?.outcome
    },
    list: async () => (await pool.query<{ title: string }>(OLD_LIST)).rows.map(({ title }) => title),
  }
}

const statusOf = async ({ deps }: World, id: number) => {
  const [row] = await deps.db
    .select({ status: events.status, isDraft: events.isDraft })
    .from(events)
    .where(eq(events.id, id))
  return row
}

const body = (title: string, isDraft: boolean) => ({
  title,
  description: 'About it.',
  venue: 'Cork',
  capacity: 3,
  isDraft,
  isFreeOfCharge: true,
  startTime: '2099-05-01T20:00',
  endTime: '2099-05-01T23:00',
})

test('what the version before makes, publishes and takes back is so for this version too', async () => {
  const w = await world()
  const nora = await w.person()
  const old = oldVersion(w)
  const titles = async () => (await w.visitor.events.list()).items.map(({ title }) => title)

  const id = await old.create(nora.id, 'Made before', true)
  expect(await statusOf(w, id)).toEqual({ status: 'draft', isDraft: true })
  expect(await titles()).toEqual([])
  await old.save(id, 'Made before', false)
  expect(await statusOf(w, id)).toEqual({ status: 'published', isDraft: false })
  expect(await titles()).toEqual(['Made before'])
  expect(await w.visitor.events.typeahead({ query: { q: 'made' } })).toEqual(['Made before'])
  await old.save(id, 'Made before', true)
  expect(await titles()).toEqual([])
  expect(await w.visitor.events.typeahead({ query: { q: 'made' } })).toEqual([])
  const published = await old.create(nora.id, 'At once', false)
  expect(await statusOf(w, published)).toEqual({ status: 'published', isDraft: false })
  expect(await nora.api.events.get({ params: { eventId: published } })).toMatchObject({ isDraft: false })
})

test('what this version makes, publishes and takes back is so for the version before', async () => {
  const w = await world()
  const nora = await w.person()
  const old = oldVersion(w)
  const { id } = await nora.api.events.create({ body: body('New', true) })
  const save = (title: string, isDraft: boolean) =>
    nora.api.events.update({ params: { eventId: id }, body: body(title, isDraft) })
  expect(await old.list()).toEqual([])
  expect(await old.book(nora.id, id, 1)).toBe('event_not_found')
  await save('New, published', false)
  expect(await old.list()).toEqual(['New, published'])
  await save('New, taken back', true)
  expect(await old.list()).toEqual([])
  await save('New, published', false)
  expect(await old.book(nora.id, id, 1)).toBe('booked')
})

test('saving an event in the version before keeps a state that it does not know', async () => {
  const w = await world()
  const nora = await w.person()
  const { id } = await w.event(nora, { status: 'cancelled' })
  await oldVersion(w).save(id, 'Another title', false)
  expect(await statusOf(w, id)).toEqual({ status: 'cancelled', isDraft: false })
})

test.each<[string, { status?: EventStatus; hiddenAt?: Date }, { status: number; message: string }]>([
  ['cancelled', { status: 'cancelled' }, { status: 409, message: 'This event has been cancelled' }],
  ['postponed', { status: 'postponed' }, { status: 409, message: 'This event has been postponed' }],
  ['hidden', { hiddenAt: new Date() }, { status: 404, message: 'Event not found' }],
])('an event that is %s cannot be booked, by the version before neither', async (_what, fields, refusal) => {
  const w = await world()
  const nora = await w.person()
  const { id } = await w.event(nora, fields)
  expect(await oldVersion(w).book(nora.id, id, 1)).toBe('event_not_found')
  const booking = { body: { eventId: id, numberOfTickets: 1 }, headers: {} }
  await expect(nora.api.tickets.book(booking)).rejects.toMatchObject(refusal)
})

test('seats that are held are left over for nobody, in both versions', async () => {
  const w = await world()
  const nora = await w.person()
  const { id } = await w.event(nora, { capacity: 4, ticketsSold: 1, held: 2 })
  expect(await w.visitor.events.get({ params: { eventId: id } })).toMatchObject({ ticketsLeft: 1, isSoldOut: false })
  const two = { body: { eventId: id, numberOfTickets: 2 }, headers: {} }
  await expect(nora.api.tickets.book(two)).rejects.toMatchObject({ status: 409, message: 'Only 1 tickets left' })
  expect(await oldVersion(w).book(nora.id, id, 2)).toBe('too_few_left')
  expect(await oldVersion(w).book(nora.id, id, 1)).toBe('booked')
  expect(await oldVersion(w).book(nora.id, id, 1)).toBe('sold_out')
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
      for (const review of [null, 'waiting'] as const) await event(nora, { status, hiddenAt, review })
  const rows = await deps.db
    .select({
      status: events.status,
      hiddenAt: events.hiddenAt,
      review: events.review,
      inSql: sql<unknown>`array[${openOnly()}, ${publicOnly()}, ${visibleOnly()}]`,
    })
    .from(events)
  expect(rows).toHaveLength(16)
  for (const row of rows) expect(row.inSql, row.status).toEqual([isPublic(row), isListed(row), isVisible(row)])
})
