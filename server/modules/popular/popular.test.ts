// The figures are computed by hand: (bookings + 5) / (usual + 5), a booking counting half after each day.
import { asc, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { openDatabase } from '../../db/client.ts'
import { popularDays, popularEvents, popularUsual } from '../../db/schema/popular.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { world, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { rankPopular } from './ranking.ts'

const NOON = new Date('2026-11-18T12:00:00Z')
const TODAY = '2026-11-18'
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY)

interface Scene {
  w: World
  creator: Person
  /** Five days away unless said otherwise, so that it is compared with those from three to seven days away. */
  event: (title: string, fields?: EventFields, by?: Person) => Promise<{ id: number }>
  /** So many hours ago, straight into the database. */
  booked: (event: { id: number }, hoursAgo: number, fields?: Partial<typeof tickets.$inferInsert>) => Promise<void>
}

async function scene(features = 'popular'): Promise<Scene> {
  const w = await world({ env: { FEATURES: features }, deps: { clock: () => NOON } })
  const creator = await w.person()
  return {
    w,
    creator,
    event: (title, fields = {}, by = creator) => w.event(by, { title, startTime: inDays(5), capacity: 100, ...fields }),
    async booked({ id }, hoursAgo, fields = {}) {
      const userId = fields.userId === undefined && !fields.guestName ? (await w.person()).id : fields.userId
      const createdAt = new Date(NOON.getTime() - hoursAgo * HOUR)
      await w.deps.db.insert(tickets).values({ eventId: id, numberOfTickets: 1, createdAt, ...fields, userId })
    },
  }
}

/** As if it had been noted today what is usual. Those from three to seven days away are the third bucket. */
async function usually(w: World, usual: number, bucket = 2) {
  await w.deps.db.insert(popularDays).values({ day: TODAY, bucket, bookings: usual, events: 1 })
  await w.deps.db.insert(popularUsual).values({ bucket, usual })
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000

async function scores(w: World): Promise<Record<string, number>> {
  await rankPopular(w.deps)
  const { rows } = await w.deps.db.execute<{ title: string; score: number }>(
    sql`select title, score from popular_events join events on id = event_id order by place`,
  )
  return Object.fromEntries(rows.map(({ title, score }) => [title, rounded(score)]))
}

const titlesOf = (events: { title: string }[]) => events.map(({ title }) => title)

test('a booking counts half after each day, and nothing after three', async () => {
  const { w, event, booked } = await scene()
  await usually(w, 3)
  const loud = await event('loud')
  for (const hoursAgo of [0, 24, 48, 72, 73]) await booked(loud, hoursAgo)
  await booked(await event('quiet'), 71)
  // 1 + 1/2 + 1/4, and 2^(-71/24).
  expect(await scores(w)).toEqual({ loud: rounded(6.75 / 8), quiet: rounded((5 + 2 ** (-71 / 24)) / 8) })
})

test('each person counts once, by the newest booking that was not returned', async () => {
  const { w, event, booked } = await scene()
  await usually(w, 0)
  const night = await event('night')
  const anna = await w.person()
  await booked(night, 48, { userId: anna.id })
  await booked(night, 24, { userId: anna.id })
  const given = { userId: anna.id, numberOfTickets: 0, returnedAt: NOON }
  await booked(night, 0, given)
  await booked(night, 24, { numberOfTickets: 4 })
  expect(await scores(w)).toEqual({ night: (0.5 + 0.5 + 5) / 5 })
})

test('the creator’s own, what was given back and guests by name count nothing', async () => {
  const { w, creator, event, booked } = await scene()
  await usually(w, 0)
  const night = await event('night')
  await booked(night, 0, { userId: creator.id })
  await booked(night, 0, { numberOfTickets: 0, returnedAt: NOON })
  await booked(night, 0, { guestName: 'Aunt Nuala' })
  expect(await scores(w)).toEqual({})
  await booked(night, 0)
  expect(await scores(w)).toEqual({ night: 6 / 5 })
})

test('events are compared with those that are as far from their start', async () => {
  const { w, event, booked } = await scene()
  await usually(w, 0, 2)
  await usually(w, 5, 0)
  const [far, soon] = [await event('far'), await event('soon', { startTime: inDays(0.5) })]
  for (const night of [far, soon]) for (const hoursAgo of [0, 0]) await booked(night, hoursAgo)
  expect(await scores(w)).toEqual({ far: 7 / 5, soon: 7 / 10 })
})

test('the usual is the median of 90 days, of events that nobody booked as well', async () => {
  const { w, event, booked } = await scene()
  const [two, four] = [await event('two'), await event('four')]
  await event('none')
  await event('far away, and no comparison', { startTime: inDays(40) })
  for (const [night, people] of [
    [two, 2],
    [four, 4],
  ] as const) {
    for (let n = 0; n < people; n++) await booked(night, 0)
  }
  // 0, 2 and 4: two is usual.
  expect(await scores(w)).toEqual({ four: rounded(9 / 7), two: 1 })

  // Yesterday three had six, and four on the day that no longer counts had a hundred: 0, 2, 4, 6, 6, 6.
  const { db } = w.deps
  await db.delete(popularDays)
  await db.insert(popularDays).values([
    { day: '2026-11-17', bucket: 2, bookings: 6, events: 3 },
    { day: '2026-08-20', bucket: 2, bookings: 100, events: 40 },
  ])
  await scores(w)
  const [usual] = await db
    .select()
    .from(popularUsual)
    .where(sql`bucket = 2`)
  expect(usual?.usual).toBe(5)
  expect(await db.$count(popularDays, sql`day < '2026-08-21'`)).toBe(0)
  // Once a day: what is booked in the afternoon changes nobody's usual.
  for (let n = 0; n < 9; n++) await booked(two, 0)
  expect((await scores(w)).two).toBe(1.6)
})

test('what is over, full, cancelled, hidden, postponed or a draft is not popular', async () => {
  const { w, event, booked } = await scene()
  const out: [string, EventFields][] = [
    ['over', { startTime: inDays(-2), endTime: inDays(-1) }],
    ['full', { capacity: 2, ticketsSold: 2 }],
    ['held', { capacity: 2, ticketsSold: 1, held: 1 }],
    ['cancelled', { status: 'cancelled' }],
    ['postponed', { status: 'postponed' }],
    ['hidden', { hiddenAt: NOON }],
    ['draft', { status: 'draft' }],
  ]
  for (const [title, fields] of out) await booked(await event(title, fields), 1)
  await booked(await event('on now', { startTime: inDays(-0.1), endTime: inDays(0.1) }), 1)
  // Nor does it take a place that another could have.
  expect(Object.keys(await scores(w))).toEqual(['on now'])
  expect(titlesOf(await w.visitor.popular.list())).toEqual(['on now'])
})

test('what ends, fills up or is taken away after it was reckoned is gone from the list at once', async () => {
  const { w, event, booked } = await scene()
  for (const title of ['stays', 'fills', 'hides', 'cancels']) await booked(await event(title, {}, await w.person()), 1)
  await rankPopular(w.deps)
  expect(await w.visitor.popular.list()).toHaveLength(4)
  await w.deps.db.execute(sql`update events set tickets_sold = capacity where title = 'fills'`)
  await w.deps.db.execute(sql`update events set hidden_at = now() where title = 'hides'`)
  await w.deps.db.execute(sql`update events set status = 'cancelled' where title = 'cancels'`)
  // With a token, so that it is read and not taken from what is kept for visitors.
  const { api } = await w.person()
  expect(titlesOf(await api.popular.list())).toEqual(['stays'])
  expect(titlesOf((await api.events.list({ query: { sort: 'popular', limit: 9 } })).items)).toEqual(['stays', 'fills'])
})

test('of one creator at most two are among the first ten, and the others follow', async () => {
  const { w, event, booked } = await scene()
  const busy = async (title: string, people: number, by?: Person) => {
    const made = await event(title, {}, by)
    for (let n = 0; n < people; n++) await booked(made, 0)
  }
  for (const n of [1, 2, 3, 4]) await busy(`theirs ${n}`, 10 - n)
  for (let n = 1; n <= 9; n++) await busy(`of others ${n}`, 1, await w.person())
  await rankPopular(w.deps)
  const listed = titlesOf(await w.visitor.popular.list())
  expect(listed.slice(0, 2)).toEqual(['theirs 1', 'theirs 2'])
  expect(listed.slice(2, 10).every((title) => title.startsWith('of others'))).toBe(true)
  expect(listed.slice(10)).toEqual(['theirs 3', 'theirs 4', 'of others 9'])

  // Two of the ten fill up: nobody's third moves up in their place.
  await w.deps.db.execute(sql`update events set tickets_sold = capacity where title in ('of others 1', 'of others 2')`)
  const { api } = await w.person()
  const later = titlesOf(await api.popular.list())
  expect(later.slice(0, 10).filter((title) => title.startsWith('theirs'))).toEqual(['theirs 1', 'theirs 2'])
})

test('where there are few creators the list is short rather than of one of them', async () => {
  const { w, event, booked } = await scene()
  for (const n of [1, 2, 3]) await booked(await event(`theirs ${n}`), n)
  await rankPopular(w.deps)
  expect(titlesOf(await w.visitor.popular.list())).toEqual(['theirs 1', 'theirs 2'])
  // A sort leaves nothing out.
  const { items } = await w.visitor.events.list({ query: { sort: 'popular', limit: 9 } })
  expect(titlesOf(items)).toEqual(['theirs 1', 'theirs 2', 'theirs 3'])
})

test('a new Hooley lists what comes next by date, and says that it is not popular', async () => {
  const { w, event } = await scene()
  await event('later', { startTime: inDays(9) })
  await event('sooner')
  await event('full', { capacity: 1, ticketsSold: 1 })
  await rankPopular(w.deps)
  const listed = await w.visitor.popular.list({ query: { limit: 5 } })
  expect(listed.map(({ title, isPopular }) => [title, isPopular])).toEqual([
    ['sooner', false],
    ['later', false],
  ])
})

test('nor has one creator more than two of the first ten of a new Hooley', async () => {
  const { w } = await scene()
  const creators = await Promise.all(Array.from({ length: 6 }, () => w.person()))
  for (const creator of creators)
    for (let n = 0; n < 4; n++) await w.event(creator, { title: `${creator.id}`, startTime: inDays(1 + creator.id) })
  const titles = titlesOf(await w.visitor.popular.list())
  expect(titles.length).toBeGreaterThan(10)
  for (const title of titles.slice(0, 10))
    expect(titles.slice(0, 10).filter((other) => other === title)).toHaveLength(2)
})

test('sort=popular is the popular ones, then the others by date, page by page and with filters', async () => {
  const { w, event, booked } = await scene('')
  const music = { categories: ['music' as const] }
  await event('next', { startTime: inDays(1), ...music })
  await event('last', { startTime: inDays(20) })
  const [first, second] = [await event('first', music), await event('second', { startTime: inDays(9) })]
  for (const hoursAgo of [0, 0]) await booked(first, hoursAgo)
  await booked(second, 0)
  await event('over', { startTime: inDays(-5), endTime: inDays(-4) })
  await rankPopular(w.deps)
  for (const limit of [1, 2, 3, 9]) {
    const read: string[] = []
    let cursor: string | null = null
    do {
      const query = { sort: 'popular' as const, limit, ...(cursor ? { cursor } : {}) }
      const page: Awaited<ReturnType<typeof w.visitor.events.list>> = await w.visitor.events.list({ query })
      read.push(...titlesOf(page.items))
      cursor = page.next
    } while (cursor)
    expect(read).toEqual(['first', 'second', 'next', 'last'])
  }
  const found = async (query: object) =>
    titlesOf((await w.visitor.events.list({ query: { sort: 'popular', limit: 9, ...query } })).items)
  expect(await found({ category: 'music' })).toEqual(['first', 'next'])
  expect(await found({ q: 'second' })).toEqual(['second'])
  expect(await found({ when: 'past' })).toEqual(['over'])
  expect(await found({ when: '2026-11-20..2026-11-24' })).toEqual(['first'])
})

test('two instances that reckon at once, twice each, leave one order', async () => {
  const { w, event, booked } = await scene()
  for (let n = 0; n < 20; n++) await booked(await event(`night ${n}`, {}, await w.person()), n)
  const other = openDatabase(w.databaseUrl)
  onTestFinished(() => other.$client.end())
  const both = [w.deps, { ...w.deps, db: other }]
  await Promise.all([...both, ...both].map((deps) => rankPopular(deps)))
  const rows = await w.deps.db.select().from(popularEvents).orderBy(asc(popularEvents.place))
  expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(await w.deps.db.$count(popularDays, sql`day = ${TODAY}`)).toBeGreaterThan(0)
})

test('while the feature is off there is no such call', async () => {
  const { w } = await scene('')
  await expect(w.visitor.popular.list()).rejects.toMatchObject({ status: 404 })
})
