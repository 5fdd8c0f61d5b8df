// What is made of what somebody types, and what a search does with words that many events have.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_FACTS } from '../../../contract/access-facts.ts'
import { CATEGORIES } from '../../../contract/categories.ts'
import { overheard } from '../../test-support/query-plans.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { readSearchCursor } from './search-cursor.ts'
import { partsOf, type SearchFilter } from './search-stages.ts'
import { askFor, readWords, slipsBetween, wordsOfFilters } from './search-words.ts'
import { findEvents, type Search } from './search.ts'

describe('what was typed', () => {
  let w: World
  beforeAll(async () => {
    w = await openWorld()
  })
  afterAll(() => w.close())
  const asked = async (q: string) => askFor(w.deps.db, await readWords(w.deps.db, q))

  const hasWords = async (texts: ReturnType<typeof sql>, filter: Parameters<typeof wordsOfFilters>[0]) => {
    const { rows } = await w.deps.db.execute<{ has: boolean }>(
      sql`select array_to_tsvector(search_lexemes(${texts})) @@ ${wordsOfFilters(filter)}::tsquery as has`,
    )
    return rows[0]?.has
  }

  test('every event that a filter leaves has the words that are looked for with it', async () => {
    for (const kind of CATEGORIES.filter((each) => each !== 'other'))
      expect(await hasWords(sql`category_words(array[${kind}])`, { category: ['music', kind] }), kind).toBe(true)
    for (const fact of ACCESS_FACTS)
      expect(await hasWords(sql`access_words(array[${fact}])`, { access: [fact] }), fact).toBe(true)
    const all = sql`concat_ws(' ', category_words('{art}'), access_words('{step-free,captions}'))`
    const facts = { category: ['art' as const], access: ['step-free' as const, 'captions' as const] }
    expect(await hasWords(all, facts)).toBe(true)
    expect(await hasWords(sql`category_words('{art}')`, facts)).toBe(false)
    expect(wordsOfFilters({ category: ['music', 'other'] }), 'nothing tells other events').toBeNull()
  })

  test.each([
    ['curries', `('curries':* | 'curry' | 'currie' | 'currie')`],
    ['curry', `('curry':* | 'curries')`],
    ['quizzes', `('quizzes':* | 'quiz' | 'quizz' | 'quizze')`],
    ['dishes', `('dishes':* | 'dish' | 'dishe')`],
    ['cats', `('cats':* | 'cat')`],
    ['glass', `'glass':*`],
    ['bus', `'bus':*`],
    ['toys', `('toys':* | 'toy')`],
    ['dance', `('dance':* | 'dancing')`],
    ['swimming', `('swimming':* | 'swim' | 'swims' | 'swimme' | 'swimmes' | 'swimm':*)`],
    ['biking', `('biking':* | 'bik' | 'biks' | 'bike' | 'bikes')`],
    ['singing', `('singing':* | 'sing' | 'sings' | 'singe' | 'singes' | 'sing':*)`],
    ['king', `'king':*`],
    ['st', `('st':* | 'saint')`],
    ['Mueller', `('mueller':* | 'muller':*)`],
    ['blink182', `('blink182':* | ('blink' & '182'))`],
    ['rnb', `('rnb':* | ('r' & 'b'))`],
    ['книга', `('книга':* | 'книг':*)`],
    ['הספר', `('הספר':* | 'ספר')`],
    ['constructor', `'constructor':*`],
  ])('%s is also looked for in its other forms', async (q, loose) => {
    expect((await asked(q)).loose).toEqual([loose])
  })

  test.each([
    ['jazz in cork', [`'jazz'`, `'cork'`]],
    ['stand up', [`('stand' | 'standup')`, `('up' | 'standup')`]],
    ['a cappella', [`('cappella' | 'acappella')`]],
    ['The The', [`'thethe'`]],
    ['D&D', [`'dd'`]],
    ['d', [`'d'`]],
    ['x y', [`('x' | 'xy')`, `('y' | 'xy')`]],
    ["o'connell", [`'oconnell'`]],
    ['C++', [`'cplusplus'`]],
    ['公園', [`'公園'`]],
    ['代々木', [`'代々'`, `'々木'`]],
    ['jazz jazz', [`('jazz' | 'jazzjazz')`]],
    ['!', []],
  ])('%s is these words', async (q, exact) => {
    expect((await asked(q)).exact).toEqual(exact)
  })

  test('a single letter begins words only where nothing else was typed; two characters of a run never do', async () => {
    expect((await asked('d')).loose).toEqual([`'d':*`])
    expect((await asked('x y')).loose).toEqual([`('x' | 'xy')`, `('y' | 'xy')`])
    expect((await asked('公園')).loose).toEqual([`'公園'`])
    expect((await asked('公')).loose).toEqual([`'公':*`])
  })

  test('twelve words are enough', async () => {
    expect((await asked('b c d e f g h i j k l m o p')).exact).toHaveLength(12)
  })

  test('a gap that was left out may be anywhere, from five letters on and beside no little word', async () => {
    expect(await (await asked('samba')).forgiven()).toEqual([`('samba':* | ('sa' & 'mba') | ('sam' & 'ba'))`])
    expect(await (await asked('fortea')).forgiven()).toEqual([`('fortea':* | ('fo' & 'rtea') | ('fort' & 'ea'))`])
    for (const q of ['abcd', 'fid1e', '公園前線地']) expect(await (await asked(q)).forgiven()).toBeNull()
  })
})

test.each([
  ['fidle', 'fiddle', 1, 1],
  ['fiddle', 'fidle', 1, 1],
  ['samab', 'samba', 1, 1],
  ['abc', 'abc', 0, 0],
  ['', 'abc', 3, 0],
  ['abc', '', 3, 3],
  ['abcdef', 'badcfe', 3, 3],
  ['ca', 'abc', 3, 1],
  ['lapm', 'lamplight', 6, 1],
])('%s is %s with so many slips', (one, other, whole, beginning) => {
  expect(slipsBetween(one, other)).toEqual({ whole, beginning })
})

const UPCOMING = ['ongoing', 'coming']

test.each<[SearchFilter | object, boolean, string[][]]>([
  [{}, false, [UPCOMING, ['past']]],
  [{}, true, [UPCOMING]],
  [{ when: 'past' }, true, [['past']]],
  [{ when: 'upcoming' }, false, [UPCOMING]],
  [{ when: 'today' }, false, [UPCOMING, ['past', 'earlier']]],
  [{ kind: 'online' }, false, [UPCOMING]],
  [{ category: ['music'] }, false, [UPCOMING]],
  [{ seats: 1 }, false, [UPCOMING]],
  [{ sort: 'date' }, false, [UPCOMING]],
  [{ sort: 'newest' }, false, [['newest']]],
  [{ sort: 'nearest', when: 'past' }, false, [['nearest']]],
  [{ sort: 'popular' }, false, [['popular'], UPCOMING]],
  [{ sort: 'popular', when: 'past' }, false, [['past']]],
  [{ sort: 'popular', when: 'week' }, false, [['popular'], UPCOMING, ['past', 'earlier']]],
  [{ span: {}, kind: 'online' }, true, [UPCOMING, ['past']]],
  [{ span: {}, when: 'upcoming' }, false, [UPCOMING]],
  [{ q: 'x', creator: 3, ids: [1] }, false, [UPCOMING, ['past']]],
])('%j, in a town: %s, is read in these parts', (filter, hasLocation, parts) => {
  expect(partsOf(filter as SearchFilter, hasLocation)).toEqual(parts)
})

test.each([
  ['', 'nothing'],
  ['f1coming~1~zzzzzz~1~0.000000', 'a number that no event has'],
  ['f1coming~-zzzzzzzzzzz~1~1~0.000000', 'a start in no year'],
  ['f1coming~1~1~zzzzzzzzzzz~0.000000', 'a moment in no year'],
  ['f9coming~1~1~1~0.000000', 'a rank that is none'],
  ['xf1coming~1~1~1~0.000000', 'something before it'],
  ['f1coming~1~1~1~0.000000~1~', 'something after it'],
])('the cursor %j is refused: %s', (text) => {
  expect(() => readSearchCursor(text)).toThrow('Cursor is not valid')
})

describe('words that many events have', () => {
  const NOW = new Date('2026-11-18T12:00:00Z')
  let w: World
  let creator: Person
  beforeAll(async () => {
    w = await openWorld({ deps: { clock: () => NOW } })
    creator = await w.person({ firstName: 'Aoife' })
    const day = (n: number): EventFields => ({ startTime: new Date(NOW.getTime() + n * 86_400_000) })
    for (let n = 1; n <= 5; n++) await w.event(creator, { title: `Umbrella Parade ${n}`, ...day(n) })
    for (let n = 1; n <= 5; n++) await w.event(creator, { title: `Art ${n}`, ...day(10 + n) })
    await w.event(creator, { title: 'Artisan Fair', ...day(20) })
    await w.event(creator, { title: 'Bluebell Sessions', ...day(21) })
    await w.event(creator, { title: 'Harebell Sessions', ...day(22) })
    await w.event(creator, { title: 'Fiddle Night', ...day(23) })
  })
  afterAll(() => w.close())
  const list = (q: string, more: object = {}) => w.visitor.events.list({ query: { q, limit: 24, ...more } })
  const titles = async (q: string, more: object = {}) => (await list(q, more)).items.map(({ title }) => title)

  test('a slip in one finds its events and no others, page by page too', async () => {
    const all = [1, 2, 3, 4, 5].map((n) => `Umbrella Parade ${n}`)
    expect(await titles('umbrela')).toEqual(all)
    expect(await titles('umbrela', { sort: 'date' })).toEqual(all)
    const first = await list('umbrela', { limit: 3 })
    expect(await titles('umbrela', { limit: 3, cursor: first.next })).toEqual(all.slice(3))
  })

  test('beside another word a common one is no beginning; alone, or while it is typed, it is', async () => {
    expect(await titles('art fair')).toEqual(['Artisan Fair'])
    expect((await list('art fair')).foundFor).toBe('fair')
    expect(await titles('art')).toContain('Artisan Fair')
    expect(await titles('artis fair')).toEqual(['Artisan Fair'])
    expect((await list('artis fair')).foundFor).toBeUndefined()
  })

  test('text inside the words of a title is found last, page by page, and before any word is left out', async () => {
    expect(await titles('ebell')).toEqual(['Bluebell Sessions', 'Harebell Sessions'])
    const first = await list('ebell', { limit: 1 })
    expect(first.items.map(({ title }) => title)).toEqual(['Bluebell Sessions'])
    const second = await list('ebell', { limit: 1, cursor: first.next })
    expect(second).toMatchObject({ items: [{ title: 'Harebell Sessions' }], next: null })
    const two = await list('bluebe sessi')
    expect(two.foundFor).toBeUndefined()
    const inside = await list('uebell sess')
    expect(inside.items.map(({ title }) => title)).toEqual(['Bluebell Sessions'])
    expect(inside.foundFor).toBeUndefined()
    expect(await titles('bell'), 'too short for that').toEqual([])
  })

  test('a mistyped word is kept where others are left out', async () => {
    const found = await list('fidle xyzzyq')
    expect(found.items.map(({ title }) => title)).toEqual(['Fiddle Night'])
    expect(found.foundFor).toBe('fidle')
  })

  const statementsFor = async (search: Partial<Search>) =>
    (await overheard(() => findEvents(w.deps.db, { userId: null, limit: 24, ...search }, NOW))).map(({ text }) => text)
  const countOf = async (search: Partial<Search>, what: string) =>
    (await statementsFor(search)).filter((text) => text.includes(what)).length

  test('typing errors are looked up only where the rest does not fill the page', async () => {
    expect(await countOf({ q: 'umbrella', limit: 3 }, 'words_near')).toBe(0)
    expect(await countOf({ q: 'umbrella' }, 'words_near')).toBe(1)
    expect(await countOf({ q: 'parade umbrella', limit: 3 }, 'words_near')).toBe(0)
  })

  test('a common word is met along the order of starts, a rare one is looked up once', async () => {
    expect(await countOf({ q: 'umbrella', limit: 3 }, 'from search_found')).toBe(0)
    expect(await countOf({ q: 'fiddle', limit: 1 }, 'from search_found')).toBe(1)
    // One sample of what comes next, and one from all over.
    expect(await countOf({ q: 'umbrella', limit: 3 }, 'count(*) filter')).toBe(2)
    // A large one where the first had none; here another rank of it is common.
    expect(await countOf({ q: 'fiddle', limit: 1 }, 'count(*) filter')).toBe(3)
  })
})
