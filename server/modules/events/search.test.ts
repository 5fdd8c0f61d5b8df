import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { popularEvents } from '../../db/schema/popular.ts'
import { openWorld, world, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { indexEvents } from './word-sweep.ts'

// A Wednesday noon in Dublin.
const NOW = new Date('2026-11-18T12:00:00Z')

type Query = NonNullable<Parameters<World['visitor']['events']['list']>[0]>['query']

async function at(now: Date) {
  const w = await openWorld({ deps: { clock: () => now } })
  return { w, creator: await w.person({ firstName: 'Aoife', lastName: 'Brennan' }) }
}

async function atNoon() {
  const opened = await at(NOW)
  onTestFinished(() => opened.w.close())
  return opened
}

const spanning = (start: string, end: string): EventFields => ({ startTime: new Date(start), endTime: new Date(end) })

const titlesOf = async (w: World, query: Query) => {
  const { items } = await w.visitor.events.list({ query })
  return items.map(({ title }) => title)
}

async function titlesPageByPage(w: World, query: Query, limit = 1) {
  const titles: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await w.visitor.events.list({ query: { ...query, limit, ...(cursor ? { cursor } : {}) } })
    titles.push(...page.items.map(({ title }) => title))
    cursor = page.next
  } while (cursor)
  return titles
}

describe('days are those of the event’s own place', () => {
  let w: World
  let creator: Person
  beforeAll(async () => {
    ;({ w, creator } = await at(NOW))
    const make = (title: string, span: EventFields, timeZone = 'Europe/Dublin') =>
      w.event(creator, { title, timeZone, ...span })
    await make('over this morning', spanning('2026-11-18T08:00Z', '2026-11-18T09:00Z'))
    await make('tonight', spanning('2026-11-18T20:00Z', '2026-11-19T00:00Z'))
    await make('past midnight', spanning('2026-11-18T22:00Z', '2026-11-19T02:00Z'))
    await make('tomorrow', spanning('2026-11-19T20:00Z', '2026-11-19T22:00Z'))
    // 08:00 on the 19th in Tokyo is 23:00 on the 18th in Dublin.
    await make('morning in Tokyo', spanning('2026-11-18T23:00Z', '2026-11-19T01:00Z'), 'Asia/Tokyo')
    await make('festival', spanning('2026-11-20T18:00Z', '2026-11-23T10:00Z'))
    await make('saturday', spanning('2026-11-21T20:00Z', '2026-11-21T22:00Z'))
    // Still Sunday in Los Angeles.
    await make('late in Los Angeles', spanning('2026-11-23T06:00Z', '2026-11-23T07:30Z'), 'America/Los_Angeles')
    await make('monday', spanning('2026-11-23T20:00Z', '2026-11-23T22:00Z'))
    await make('exhibition', spanning('2026-11-01T09:00Z', '2026-12-31T17:00Z'))
    await make('last week', spanning('2026-11-10T20:00Z', '2026-11-10T22:00Z'))
    await make('into last week', spanning('2026-11-07T20:00Z', '2026-11-10T02:00Z'))
  })
  afterAll(() => w.close())

  test.each<[string, string[]]>([
    ['today', ['exhibition', 'tonight', 'past midnight']],
    ['tomorrow', ['exhibition', 'past midnight', 'morning in Tokyo', 'tomorrow']],
    ['weekend', ['exhibition', 'festival', 'saturday', 'late in Los Angeles']],
    [
      'week',
      [
        'exhibition',
        'tonight',
        'past midnight',
        'morning in Tokyo',
        'tomorrow',
        'festival',
        'saturday',
        'late in Los Angeles',
      ],
    ],
    ['2026-11-23..2026-11-23', ['exhibition', 'festival', 'monday']],
    ['2026-11-10..2026-11-10', ['exhibition', 'last week', 'into last week']],
    ['2026-11-10..2026-11-19', ['exhibition', 'tonight', 'past midnight', 'morning in Tokyo', 'tomorrow']],
    ['2027-02-01..2027-02-03', []],
  ])('%s', async (when, titles) => {
    expect(await titlesOf(w, { when })).toEqual(titles)
    expect(await titlesPageByPage(w, { when })).toEqual(titles)
  })

  test('the weekend begins on Friday at 17:00', async () => {
    const monday = await at(new Date('2026-11-16T12:00:00Z'))
    onTestFinished(() => monday.w.close())
    const make = (title: string, start: string, end: string) =>
      monday.w.event(monday.creator, { title, ...spanning(`2026-11-20T${start}Z`, `2026-11-20T${end}Z`) })
    await make('over by five', '15:00', '17:00')
    await make('on at five', '16:00', '17:30')
    await make('tonight', '20:00', '22:00')
    expect(await titlesOf(monday.w, { when: 'weekend' })).toEqual(['on at five', 'tonight'])
  })

  test('a weekend that has begun is this one', async () => {
    const sunday = await at(new Date('2026-11-22T12:00:00Z'))
    onTestFinished(() => sunday.w.close())
    await sunday.w.event(sunday.creator, { title: 'tonight', ...spanning('2026-11-22T20:00Z', '2026-11-22T22:00Z') })
    await sunday.w.event(sunday.creator, { title: 'in a week', ...spanning('2026-11-28T20:00Z', '2026-11-28T22:00Z') })
    expect(await titlesOf(sunday.w, { when: 'weekend' })).toEqual(['tonight'])
  })
})

describe('filters', () => {
  const DAY = 86_400_000
  const inDays = (days: number): EventFields => ({
    startTime: new Date(NOW.getTime() + days * DAY),
    endTime: new Date(NOW.getTime() + days * DAY + 3_600_000),
  })
  const DUBLIN = { latitude: 53.333, longitude: -6.249 }
  const BRAY = { latitude: 53.2, longitude: -6.11 }
  const GALWAY = { latitude: 53.272, longitude: -9.051 }

  let w: World
  let creator: Person
  let other: Person
  beforeAll(async () => {
    ;({ w, creator } = await at(NOW))
    other = await w.person()
    await w.event(creator, { title: 'galway', ...GALWAY, ...inDays(1), categories: ['food', 'art'] })
    await w.event(creator, { title: 'dublin late', ...DUBLIN, ...inDays(9), categories: ['music'], capacity: 5 })
    await w.event(other, { title: 'bray', ...BRAY, ...inDays(3), categories: ['art'] })
    await w.event(creator, { title: 'dublin', ...DUBLIN, ...inDays(2), capacity: 5, ticketsSold: 3, held: 1 })
    await w.event(other, { title: 'online', isVirtual: true, ...inDays(4) })
    await w.event(creator, { title: 'dublin over', ...DUBLIN, ...inDays(-2), categories: ['music'] })
    await w.event(creator, {
      title: 'dublin on',
      ...DUBLIN,
      startTime: inDays(-1).startTime!,
      endTime: inDays(1).endTime!,
    })
  })
  afterAll(() => w.close())

  test.each<[Query, string[]]>([
    [{ place: 'Dublin' }, ['dublin on', 'dublin', 'bray', 'dublin late']],
    [{ place: 'dublin', within: 5 }, ['dublin on', 'dublin', 'dublin late']],
    [{ place: 'Galway' }, ['galway']],
    [{ place: 'Dublin', within: 300 }, ['dublin on', 'galway', 'dublin', 'bray', 'dublin late']],
    [{ place: 'Dublin', sort: 'nearest' }, ['dublin on', 'dublin', 'dublin late', 'bray']],
    [{ near: '53.2,-6.1', sort: 'nearest' }, ['bray', 'dublin on', 'dublin', 'dublin late']],
    [{ near: '53.2,-6.1', within: 1000, sort: 'nearest' }, ['bray', 'dublin on', 'dublin', 'dublin late', 'galway']],
    [{ near: '53.2,-6.1' }, ['dublin on', 'dublin', 'bray', 'dublin late', 'dublin over']],
    [{ kind: 'online' }, ['online']],
    [{ kind: 'in-person' }, ['dublin on', 'galway', 'dublin', 'bray', 'dublin late']],
    [{ category: 'art' }, ['galway', 'bray']],
    [{ category: 'music,food' }, ['galway', 'dublin late']],
    [{ seats: 2 }, ['dublin on', 'galway', 'bray', 'online', 'dublin late']],
    [{ seats: 1, place: 'Dublin', kind: 'in-person' }, ['dublin on', 'dublin', 'bray', 'dublin late']],
    [{ sort: 'newest' }, ['dublin on', 'online', 'dublin', 'bray', 'dublin late', 'galway']],
    [{ sort: 'newest', place: 'Dublin' }, ['dublin on', 'dublin', 'bray', 'dublin late']],
    [{ sort: 'date' }, ['dublin on', 'galway', 'dublin', 'bray', 'online', 'dublin late']],
    [{ when: 'past', place: 'Dublin' }, ['dublin over']],
    [{ when: 'week', place: 'Dublin', category: 'art' }, ['bray']],
    [{ q: 'dublin', sort: 'date' }, ['dublin on', 'dublin', 'dublin late']],
    [{ q: 'dublin', seats: 2 }, ['dublin on', 'dublin late']],
    [{ q: 'dublin', sort: 'newest' }, ['dublin on', 'dublin', 'dublin late']],
    [{ q: 'dublin', place: 'Dublin', sort: 'nearest' }, ['dublin on', 'dublin', 'dublin late']],
    [
      { place: '', kind: '' as 'online', when: '', sort: '' as 'date', seats: '' },
      ['dublin on', 'galway', 'dublin', 'bray', 'online', 'dublin late', 'dublin over'],
    ],
  ])('%j', async (query, titles) => {
    const answer = (await titlesOf(w, query)).filter((title) => query?.q === undefined || title.includes(query.q))
    expect(answer).toEqual(titles)
    expect(
      (await titlesPageByPage(w, query)).filter((title) => query?.q === undefined || title.includes(query.q)),
    ).toEqual(titles)
  })

  test('the events of one creator, what is over last', async () => {
    expect(await titlesOf(w, { creator: other.id })).toEqual(['bray', 'online'])
    expect(await titlesOf(w, { creator: creator.id })).toEqual([
      'dublin on',
      'galway',
      'dublin',
      'dublin late',
      'dublin over',
    ])
  })

  test('drafts are found only by those who wrote them', async () => {
    await w.event(other, { title: 'draft', status: 'draft', ...DUBLIN, ...inDays(1) })
    const { items } = await other.api.events.list({ query: { place: 'Dublin' } })
    expect(items.map(({ title }) => title)).toEqual(['dublin on', 'draft', 'dublin', 'bray', 'dublin late'])
    expect(await titlesOf(w, { place: 'Dublin' })).not.toContain('draft')
  })

  test.each([
    [
      'when=soon',
      'When must be today, tomorrow, weekend, week, upcoming, past or two days such as 2026-11-20..2026-11-22',
    ],
    ['when=2026-11-22..2026-11-20', undefined],
    ['when=2026-02-30..2026-03-01', undefined],
    ['when=0000-01-01..9999-12-31', undefined],
    ['place=Nowhere+in+Particular', 'We don’t know a town with that name. Please choose one from the list.'],
    ['within=5', 'Within needs near or place'],
    ['place=Dublin&within=0', 'Within must be above 0'],
    ['kind=both', 'Kind must be in-person or online'],
    ['category=opera', undefined],
    ['category=music,', undefined],
    ['access=stairs', undefined],
    ['seats=0', 'Seats must be 1 or more'],
    ['seats=lots', 'Seats must be a number'],
    ['sort=cheapest', undefined],
    ['sort=nearest', 'Sorting by nearest needs near or place'],
    ['creator=0', undefined],
    ['q=a&q=b', undefined],
    ['q=%00', undefined],
    ['kind=online&cursor=nonsense', 'Cursor is not valid'],
    ['kind=online&cursor=f0past~1~1~1~0.000000', 'Cursor does not belong to this list'],
    ['kind=online&cursor=f0coming~-zzzzzzzzzzz~1~1~0.000000', 'Cursor is not valid'],
  ])('%s answers 400 with a sentence', async (query, message) => {
    const response = await w.app.inject(`/api/all-events?${query}`)
    expect(response.json()).toMatchObject({ statusCode: 400, ...(message ? { message } : {}) })
  })

  test('names that are not ours are ignored', async () => {
    expect(await titlesOf(w, { kind: 'online', utm_source: 'mail', fbclid: 'x' } as Query)).toEqual(['online'])
  })
})

describe('words', () => {
  test('title before venue and organiser, these before the description, exact before forgiven, soon before late', async () => {
    const { w, creator } = await atNoon()
    const day = (n: number) => ({ startTime: new Date(NOW.getTime() + n * 86_400_000) })
    await w.event(creator, { title: 'A', description: 'With a banjo.', ...day(1) })
    await w.event(creator, { title: 'B', venue: 'The Banjo', ...day(2) })
    await w.event(creator, { title: 'Banjo late', ...day(4) })
    await w.event(creator, { title: 'Banjo soon', ...day(3) })
    await w.event(creator, { title: 'Bango', ...day(2) })
    await w.event(creator, { title: 'C', venue: 'The Bango', ...day(1) })
    await w.event(creator, { title: 'Banjo over', ...spanning('2026-11-01T10:00Z', '2026-11-01T12:00Z') })
    const order = ['Banjo soon', 'Banjo late', 'B', 'A', 'Bango', 'C', 'Banjo over']
    expect(await titlesOf(w, { q: 'banjo' })).toEqual(order)
    expect(await titlesPageByPage(w, { q: 'banjo' })).toEqual(order)
  })

  test('what a virtual event keeps for those who have booked is not searched', async () => {
    const { w, creator } = await atNoon()
    await w.event(creator, { title: 'Knitting', isVirtual: true, venue: 'https://meet.example/secretroom' })
    expect(await titlesOf(w, { q: 'secretroom' })).toEqual([])
    expect(await titlesOf(w, { q: 'knitting' })).toEqual(['Knitting'])
  })

  test('an event is found by its new words at once, and no longer by the old; so is its creator’s name', async () => {
    const { w, creator } = await atNoon()
    const { id } = await w.event(creator, { title: 'Ukulele' })
    const body = {
      firstName: 'Sorcha',
      lastName: 'Brennan',
      email: creator.email,
      phoneNumber: '',
      profilePictureUrl: '',
    }
    expect(await titlesOf(w, { q: 'aoife' })).toEqual(['Ukulele'])
    await creator.api.users.updateProfile({ body })
    expect(await titlesOf(w, { q: 'aoife' })).toEqual([])
    expect(await titlesOf(w, { q: 'sorcha' })).toEqual(['Ukulele'])
    await w.deps.db.update(events).set({ title: 'Bagpipe' })
    expect(await titlesOf(w, { q: 'ukulele' })).toEqual([])
    expect(await titlesOf(w, { q: 'bagpipe' })).toEqual(['Bagpipe'])
    await w.deps.db.update(events).set({ description: 'With an accordion.' })
    expect(await titlesOf(w, { q: 'accordion' })).toEqual(['Bagpipe'])
    await w.deps.db.update(events).set({ categories: ['film'] })
    expect(await titlesOf(w, { q: 'cinema' })).toEqual(['Bagpipe'])
    await w.deps.db.update(events).set({ hiddenAt: NOW })
    expect(await titlesOf(w, { q: 'bagpipe' })).toEqual([])
    await w.deps.db.delete(events)
    expect(await titlesOf(w, { q: `bagpipe ${id}` })).toEqual([])
  })

  test('where nothing has all words, the most common one is left out first, page by page too, and that is told', async () => {
    const { w, creator } = await atNoon()
    for (let n = 1; n <= 3; n++) await w.event(creator, { title: `Chess ${n}` })
    for (let n = 1; n <= 2; n++) await w.event(creator, { title: `Samba ${n}` })
    const found = await w.visitor.events.list({ query: { q: 'Chess and samba', limit: 1 } })
    expect(found).toMatchObject({ items: [{ title: 'Samba 1' }], foundFor: 'samba' })
    expect(await titlesPageByPage(w, { q: 'Chess and samba' })).toEqual(['Samba 1', 'Samba 2'])
    expect(await titlesPageByPage(w, { q: 'xyzzy chess' }), 'what nothing has').toHaveLength(3)
    const [one] = (await w.visitor.events.list({ query: { q: 'chess 2', limit: 9 } })).items
    expect(one?.title).toBe('Chess 2')
    expect(await w.visitor.events.list({ query: { q: 'chess', limit: 9 } })).not.toHaveProperty('foundFor')
    const feed = await w.app.inject('/feeds/events.json?q=chess%20samba')
    expect(feed.json()).toMatchObject({ items: [] })
  })

  test('events from before there was a search are found once the job has been there', async () => {
    const { w, creator } = await atNoon()
    await w.event(creator, { title: 'Ukulele' })
    await w.deps.db.$client.query('delete from event_search')
    expect(await titlesOf(w, { q: 'ukule' }), 'by a part of its title').toEqual(['Ukulele'])
    expect(await titlesOf(w, { q: 'aoife' })).toEqual([])
    expect(await indexEvents(w.deps)).toBe(1)
    expect(await titlesOf(w, { q: 'aoife' })).toEqual(['Ukulele'])
  })

  test('a word of thousands of letters, and one of every sign, are stored and searched', async () => {
    const w = await world()
    const creator = await w.person()
    const signs = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join('')
    await w.event(creator, { title: 'Long', description: `${'ß'.repeat(9_000)} ${signs} 𒐫𒐫 \\ ' :* & | !` })
    for (const q of ['ß'.repeat(90), signs.slice(0, 90), "' & !x", ':*', '\\', "a' | b", '𒐫'.repeat(40)]) {
      const response = await w.app.inject(`/api/all-events?${new URLSearchParams({ q }).toString()}`)
      expect(response.statusCode, q).toBe(200)
    }
  })
})

describe('what is found, and in which order', () => {
  const later = (days: number): EventFields => ({
    startTime: new Date(NOW.getTime() + days * 86_400_000),
    endTime: new Date(NOW.getTime() + days * 86_400_000 + 3_600_000),
  })

  test('by popularity, what is popular comes first, by its place, and the rest by date', async () => {
    const { w, creator } = await atNoon()
    const ids: number[] = []
    for (const days of [1, 2, 3, 4]) ids.push((await w.event(creator, { title: `Ukulele ${days}`, ...later(days) })).id)
    await w.event(creator, { title: 'Harp', ...later(1) })
    await w.deps.db.insert(popularEvents).values([
      { eventId: ids[3]!, place: 1, score: 3 },
      { eventId: ids[1]!, place: 2, score: 2 },
    ])
    const expected = ['Ukulele 4', 'Ukulele 2', 'Ukulele 1', 'Ukulele 3']
    expect(await titlesOf(w, { q: 'ukulele', sort: 'popular' })).toEqual(expected)
    expect(await titlesPageByPage(w, { q: 'ukulele', sort: 'popular' })).toEqual(expected)
  })

  test('two single letters with a sign between them are one word', async () => {
    const { w, creator } = await atNoon()
    for (const title of ['D&D for Beginners', 'Dublin Walk', 'Drumming']) await w.event(creator, { title, ...later(1) })
    expect(await titlesOf(w, { q: 'D&D' })).toEqual(['D&D for Beginners'])
    expect(await titlesOf(w, { q: 'd' })).toHaveLength(3)
  })

  test('a feed of a search ends where every feed ends, in both directions', async () => {
    const { w, creator } = await atNoon()
    for (const days of [-1_000, -3, 3, 1_000]) await w.event(creator, { title: `Ukulele ${days}`, ...later(days) })
    const { body } = await w.app.inject('/feeds/events.ics?q=ukulele')
    expect([...body.matchAll(/^SUMMARY:(.*?)\r?$/gm)].map(([, title]) => title).toSorted()).toEqual([
      'Ukulele -3',
      'Ukulele 3',
    ])
  })
})

describe('where people write without gaps', () => {
  test('each two letters of a run are a word, and so is its last letter', async () => {
    const { w } = await atNoon()
    const { rows } = await w.deps.db.$client.query<{ words: string[] }>('select search_lexemes($1) as words', [
      '代々木公園 in 東京😀',
    ])
    expect(new Set(rows[0]?.words)).toEqual(
      new Set([...['代々木公園', 'in', '東京😀', '代々', '々木', '木公', '公園', '園'], ...['東京', '京😀', '😀']]),
    )
  })
})
