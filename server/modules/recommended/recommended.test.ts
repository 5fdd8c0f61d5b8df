import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { favourites } from '../../db/schema/favourites.ts'
import { follows } from '../../db/schema/follows.ts'
import { recommendations } from '../../db/schema/recommended.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { world, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { sweepRecommendations } from './commands.ts'

// A Wednesday noon in Dublin.
const NOON = new Date('2026-11-18T12:00:00Z')
const at = (text: string) => ({ startTime: new Date(text), endTime: new Date(Date.parse(text) + 2 * HOUR) })
const DUBLIN = { town: 'Dublin', latitude: 53.333, longitude: -6.249 }
const GALWAY = { town: 'Galway', latitude: 53.272, longitude: -9.051 }

interface Scene {
  w: World
  nora: Person
  time: { now: Date }
  /** By somebody who has made nothing else, unless it is said by whom. */
  event: (title: string, fields?: EventFields, by?: Person) => Promise<{ id: number; creatorId: number }>
  booked: (event: { id: number }, by?: Person) => Promise<unknown>
  /** What is recommended to Nora, and why. */
  reasons: () => Promise<Record<string, string>>
}

async function scene(): Promise<Scene> {
  const time = { now: NOON }
  const w = await world({ env: { FEATURES: 'recommended' }, deps: { clock: () => time.now } })
  const nora = await w.person()
  return {
    w,
    nora,
    time,
    event: async (title, fields = {}, by) =>
      w.event(by ?? (await w.person()), { title, ...at('2026-12-09T10:00Z'), capacity: 50, ...fields }),
    booked: ({ id }, by = nora) =>
      w.deps.db
        .insert(tickets)
        .values({ eventId: id, userId: by.id, numberOfTickets: 1, createdAt: new Date(time.now.getTime() - DAY) }),
    async reasons() {
      const listed = await nora.api.recommended.list()
      return Object.fromEntries(listed.map(({ title, reason }) => [title, reason]))
    },
  }
}

describe('why an event is recommended', () => {
  test('an artist that one went to, a creator of what one booked or saved', async () => {
    const { w, nora, event, booked, reasons } = await scene()
    const [club, hall] = [await w.person(), await w.person()]
    await booked(await event('The Lonesome Row - Fiddle Night', at('2026-10-01T10:00Z')))
    await booked(await event('Chess for Everybody', at('2026-12-01T10:00Z'), club))
    const saved = await event('Bread', at('2026-12-02T10:00Z'), hall)
    await w.deps.db.insert(favourites).values({ userId: nora.id, eventId: saved.id, savedAt: NOON })
    await event('The Lonesome Row - Winter Songs')
    await event('Backgammon', {}, club)
    await event('Cheese', {}, hall)
    expect(await reasons()).toEqual({
      'The Lonesome Row - Winter Songs': 'You went to The Lonesome Row',
      Backgammon: 'You booked Chess for Everybody',
      Cheese: 'You saved Bread',
    })
  })

  test('a creator whom one follows, by the public name', async () => {
    const { w, nora, event, reasons } = await scene()
    const [aoife, club] = [
      await w.person({ firstName: 'Aoife', lastName: 'Brennan' }),
      await w.person({ publicName: 'The Lamplight Company' }),
    ]
    for (const { id } of [aoife, club])
      await w.deps.db.insert(follows).values({ userId: nora.id, creatorId: id, since: NOON })
    await event('Opera', {}, aoife)
    await event('Ghosts', {}, club)
    expect(await reasons()).toEqual({ Opera: 'You follow Aoife B', Ghosts: 'You follow The Lamplight Company' })
  })

  test('kinds of events, towns, weekdays and times, and words', async () => {
    const { event, booked, reasons } = await scene()
    const before = { ...at('2026-10-07T19:00Z'), ...GALWAY }
    await booked(await event('Opera', { categories: ['music'], ...before }))
    await booked(await event('Zither', { categories: ['music'], ...at('2026-10-10T10:00Z'), ...GALWAY }))
    await booked(await event('Sourdough', { categories: ['food'], ...at('2026-10-15T19:30Z') }))
    await event('Samba', { categories: ['music'], ...at('2027-03-06T10:00Z') })
    await event('A walk', { ...GALWAY, ...at('2027-03-05T10:00Z') })
    await event('Supper', at('2027-03-04T20:00Z'))
    await event('Sourdough again', at('2027-03-08T10:00Z'))
    expect(await reasons()).toMatchObject({
      Samba: 'You like music',
      'A walk': 'In Galway again',
      Supper: 'Weekday evenings suit you',
      'Sourdough again': 'Like Sourdough',
    })
  })

  test('where one is, if that was stored with the account', async () => {
    const { w, nora, event, reasons } = await scene()
    await w.deps.db.update(users).set({ latitude: 53.35, longitude: -6.26 }).where(eq(users.id, nora.id))
    await event('here', { ...DUBLIN })
    await event('elsewhere', { ...GALWAY })
    expect(await reasons()).toEqual({ here: 'Near you', elsewhere: 'Coming up' })
  })

  test('the best comes first, and no more than four of one creator', async () => {
    const { w, nora, event } = await scene()
    const club = await w.person()
    await w.deps.db.insert(follows).values({ userId: nora.id, creatorId: club.id, since: NOON })
    await event('soon', at('2026-11-19T10:00Z'))
    for (let n = 1; n <= 6; n++) await event(`of the club ${n}`, at(`2026-12-0${n}T10:00Z`), club)
    const titles = (await nora.api.recommended.list()).map(({ title }) => title)
    expect(titles).toEqual(['of the club 1', 'of the club 2', 'of the club 3', 'of the club 4', 'soon'])
  })
})

test('nobody is recommended what they booked, saved, run or cannot book', async () => {
  const { w, nora, event, booked, reasons } = await scene()
  await booked(await event('booked'))
  const saved = await event('saved')
  await w.deps.db.insert(favourites).values({ userId: nora.id, eventId: saved.id })
  await event('my own', {}, nora)
  await event('managed', { managerIds: [nora.id] })
  await event('full', { capacity: 1, ticketsSold: 1 })
  await event('over', at('2026-11-01T10:00Z'))
  await event('hidden', { hiddenAt: NOON })
  await event('cancelled', { status: 'cancelled' })
  await event('draft', { status: 'draft' })
  await event('fine')
  expect(Object.keys(await reasons())).toEqual(['fine'])
  // Also what changes after it was computed.
  await w.deps.db.execute(sql`update events set tickets_sold = capacity where title = 'fine'`)
  expect(await reasons()).toEqual({})
})

test('it is reckoned once an hour: in between nobody’s history is read', async () => {
  const { w, nora, time, event, booked, reasons } = await scene()
  const club = await w.person()
  await event('Backgammon', {}, club)
  expect(await reasons()).toEqual({ Backgammon: 'Coming up' })
  await booked(await event('Chess', at('2026-12-01T10:00Z'), club))
  time.now = new Date(NOON.getTime() + HOUR - 1)
  expect(await reasons()).toEqual({ Backgammon: 'Coming up' })
  const [kept] = await w.deps.db.select().from(recommendations).where(eq(recommendations.userId, nora.id))
  expect(kept?.reckonedAt).toEqual(NOON)
  time.now = new Date(NOON.getTime() + HOUR)
  expect(await reasons()).toEqual({ Backgammon: 'You booked Chess' })
})

test('with eventHistory off bookings are not used, from that moment on', async () => {
  const { w, nora, event, booked, reasons } = await scene()
  const club = await w.person()
  await booked(await event('Chess', at('2026-10-01T10:00Z'), club))
  await event('Backgammon', {}, club)
  const reason = async () => (await reasons()).Backgammon
  expect(await reason()).toBe('You went to Chess')
  const setting = (eventHistory: boolean) => w.deps.db.update(users).set({ eventHistory }).where(eq(users.id, nora.id))
  await setting(false)
  expect(await reason()).toBe('Coming up')
  await setting(true)
  expect(await reason()).toBe('You went to Chess')
})

test('Not for me removes one, for this person only, and again changes nothing', async () => {
  const { w, event, nora, reasons } = await scene()
  const ben = await w.person()
  const [no, yes] = [await event('no'), await event('yes')]
  await reasons()
  for (let times = 0; times < 2; times++) await nora.api.recommended.notForMe({ params: { eventId: no.id } })
  expect(Object.keys(await reasons())).toEqual(['yes'])
  expect(await ben.api.recommended.list()).toHaveLength(2)
  const draft = await event('draft', { status: 'draft' })
  for (const eventId of [draft.id, yes.id + 1_000])
    await expect(nora.api.recommended.notForMe({ params: { eventId } })).rejects.toMatchObject({ status: 404 })
})

test('Start afresh forgets all until now, and what comes after counts again', async () => {
  const { w, nora, time, event, booked, reasons } = await scene()
  const [club, hall] = [await w.person(), await w.person()]
  await booked(await event('Chess', at('2026-10-01T10:00Z'), club))
  const saved = await event('Bread', at('2026-12-01T10:00Z'), club)
  await w.deps.db
    .insert(favourites)
    .values({ userId: nora.id, eventId: saved.id, savedAt: new Date(NOON.getTime() - DAY) })
  await w.deps.db.insert(follows).values({ userId: nora.id, creatorId: club.id, since: new Date(NOON.getTime() - DAY) })
  await event('Backgammon', {}, club)
  const cheese = await event('Cheese', {}, hall)
  await nora.api.recommended.notForMe({ params: { eventId: cheese.id } })
  expect(await reasons()).toEqual({ Backgammon: expect.stringContaining('You follow') as string })

  await nora.api.recommended.startAfresh()
  expect(await reasons()).toEqual({ Backgammon: 'Coming up', Cheese: 'Coming up' })
  time.now = new Date(NOON.getTime() + 2 * DAY)
  await booked(await event('Wine', at('2026-12-03T10:00Z'), hall))
  expect(await reasons()).toEqual({ Backgammon: 'Coming up', Cheese: 'You booked Wine' })
  await nora.api.recommended.startAfresh()
})

test('what is reckoned while somebody starts afresh is not kept', async () => {
  const { w, nora, event, booked, reasons } = await scene()
  const club = await w.person()
  await booked(await event('Chess', at('2026-10-01T10:00Z'), club))
  await event('Backgammon', {}, club)
  // The same moment: whichever of the two is stored last, the history is forgotten.
  for (let round = 0; round < 5; round++) {
    await Promise.all([reasons(), nora.api.recommended.startAfresh(), reasons()])
    expect((await reasons()).Backgammon).toBe('Coming up')
    await w.deps.db.delete(recommendations)
  }
})

test('visitors get what is near, then what comes next', async () => {
  const { w, event } = await scene()
  await event('tonight', { ...DUBLIN, ...at('2026-11-18T20:00Z') })
  await event('tomorrow', { ...DUBLIN, ...at('2026-11-19T20:00Z') })
  await event('friday', { ...DUBLIN, ...at('2026-11-20T20:00Z') })
  await event('sunday', { ...DUBLIN, ...at('2026-11-22T20:00Z') })
  await event('monday', { ...DUBLIN, ...at('2026-11-23T20:00Z') })
  await event('in Galway', { ...GALWAY, ...at('2026-11-30T20:00Z') })
  await event('full', { capacity: 1, ticketsSold: 1 })
  const listed = async (near?: string) =>
    (await w.visitor.recommended.list({ query: near ? { near } : {} })).map(({ title, reason }) => [title, reason])
  expect(await listed()).toEqual([
    ['tonight', 'Today'],
    ['tomorrow', 'Tomorrow'],
    ['friday', 'This weekend'],
    ['sunday', 'This weekend'],
    ['monday', 'Coming up'],
    ['in Galway', 'Coming up'],
  ])
  expect((await listed('53.3,-9.1')).slice(0, 2)).toEqual([
    ['in Galway', 'Near you'],
    ['tonight', 'Today'],
  ])
})

test('what is over is swept, and what nobody asks for any more', async () => {
  const { w, nora, time, event } = await scene()
  const { id } = await event('no')
  await nora.api.recommended.notForMe({ params: { eventId: id } })
  await nora.api.recommended.list()
  await sweepRecommendations(w.deps)
  expect((await w.deps.db.execute(sql`select * from not_for_me`)).rows).toHaveLength(1)
  time.now = new Date(NOON.getTime() + 31 * DAY)
  await sweepRecommendations(w.deps)
  expect((await w.deps.db.execute(sql`select * from not_for_me`)).rows).toEqual([])
  expect(await w.deps.db.select().from(recommendations)).toMatchObject([{ picks: [], reckonedAt: null }])
})

test('while the feature is off there are no such calls', async () => {
  const w = await world()
  const nora = await w.person()
  await expect(w.visitor.recommended.list()).rejects.toMatchObject({ status: 404 })
  await expect(nora.api.recommended.startAfresh()).rejects.toMatchObject({ status: 404 })
})
