import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { world, type World } from '../../test-support/world.ts'
import { sweepSearchWords, sweepTitleWords } from './title-words.ts'

const suggest = (w: World, q: string) => w.visitor.events.typeahead({ query: { q } })

async function wordsOf({ deps }: World) {
  const { rows } = await deps.db.execute<{ word: string }>(sql`select word from title_words order by word`)
  return rows.map(({ word }) => word)
}

async function connect({ databaseUrl }: World) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('words that no title has any more are swept, those of past events and of others stay', async () => {
  const w = await world()
  const creator = await w.person()
  const { id } = await w.event(creator, { title: 'Ukulele Hour' })
  const past = new Date(Date.now() - 9 * 86_400_000)
  await w.event(creator, { title: 'Bagpipe Hour', startTime: past })
  await w.deps.db.update(events).set({ title: 'Banjo Hour' }).where(eq(events.id, id))
  expect(await wordsOf(w)).toContain('ukulele')
  expect(await sweepTitleWords(w.deps)).toBe(1)
  expect(await wordsOf(w)).toEqual(['bagpipe', 'banjo', 'hour'])
  expect(await sweepTitleWords(w.deps)).toBe(0)
})

test('more words than are looked at in one go are all swept', async () => {
  const w = await world()
  await w.event(await w.person(), { title: 'Ukulele' })
  await w.deps.db.execute(sql`insert into title_words select 'word' || n from generate_series(1, 12000) as n`)
  expect(await sweepTitleWords(w.deps)).toBe(12_000)
  expect(await wordsOf(w)).toEqual(['ukulele'])
})

test('an event that is being saved keeps a word that is swept at the same moment', async () => {
  const w = await world()
  const creator = await w.person()
  const { id } = await w.event(creator, { title: 'Nothing Else' })
  await w.deps.db.execute(sql`insert into title_words values ('ukulele')`)
  const saver = await connect(w)
  await saver.query('begin')
  await saver.query(`update events set title = 'Ukulele' where id = $1`, [id])
  await sweepTitleWords(w.deps)
  await saver.query('commit')
  expect(await suggest(w, 'ukul')).toEqual(['Ukulele'])
  await sweepTitleWords(w.deps)
  expect(await wordsOf(w)).toEqual(['ukulele'])
})

const searchWordsOf = async ({ deps }: World) => {
  const { rows } = await deps.db.execute<{ word: string }>(sql`select word from search_words order by word`)
  return rows.map(({ word }) => word)
}

test('words that no event has any more in any of its texts are swept from what slips are compared with', async () => {
  const w = await world()
  const creator = await w.person({ firstName: 'Nora', lastName: 'Byrne' })
  const texts = { description: 'Plucked at dusk', venue: 'Shed', town: '' }
  const { id } = await w.event(creator, { title: 'Ukulele', ...texts })
  await w.event(creator, { title: 'Banjo', ...texts, isDraft: true })
  await w.deps.db.update(events).set({ title: 'Zither' }).where(eq(events.id, id))
  expect(await searchWordsOf(w)).toContain('ukulele')
  await w.deps.db.execute(sql`
    insert into search_words select 'word' || translate(to_hex(n), '0123456789', 'ghijklmnop'), '{}'
    from generate_series(1, 5500) as n`)
  // PostgreSQL's own housekeeping may hold the table for a moment, and then nothing is swept.
  let removed = 0
  const sweep = async () => {
    removed += await sweepSearchWords(w.deps)
    return searchWordsOf(w)
  }
  await expect.poll(sweep).toEqual(['banjo', 'dusk', 'nora', 'plucked', 'shed', 'zither'])
  expect(removed).toBe(5_501)
})

test('an event that is being saved keeps a word of its description that is swept at the same moment', async () => {
  const w = await world()
  const { id } = await w.event(await w.person(), { title: 'Nothing Else' })
  await w.deps.db.execute(sql`insert into search_words values ('marimba', near_spellings('marimba'))`)
  const saver = await connect(w)
  await saver.query('begin')
  await saver.query(`update events set description = 'With marimba' where id = $1`, [id])
  await sweepSearchWords(w.deps)
  await saver.query('commit')
  expect(await searchWordsOf(w)).toContain('marimba')
  await sweepSearchWords(w.deps)
  expect(await searchWordsOf(w)).toContain('marimba')
})

test('of many words typed wrong, two are corrected', async () => {
  const w = await world()
  await w.event(await w.person(), { title: 'Fiddle Night at the Lighthouse' })
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())
  const corrections = () =>
    asked.mock.calls.filter(([question]) => JSON.stringify(question).includes('words_like')).length
  expect(await suggest(w, 'fidlle lighthuose at the')).toEqual(['Fiddle Night at the Lighthouse'])
  expect(corrections()).toBe(2)
  asked.mockClear()
  await suggest(w, 'abcdefg bcdefgh cdefghi defghij efghijk fghijkl ghijklm hijklmn')
  expect(corrections()).toBe(2)
})

test('a slip is found among thousands of words that are alike', async () => {
  const w = await world()
  await w.event(await w.person(), { title: 'Aardvark Evening' })
  await w.deps.db.execute(
    sql`insert into title_words select 'aaaaaaaa' || to_hex(n) from generate_series(1, 20000) as n`,
  )
  expect(await suggest(w, 'aadrvark')).toEqual(['Aardvark Evening'])
  expect(await suggest(w, Array.from({ length: 8 }, (_, n) => `aaaaaaaa${n}z`).join(' '))).toEqual([])
})

test('a suggestion that takes too long is given up, long before a list would be', async () => {
  const w = await world({ env: { DATABASE_PATIENCE: '1' } })
  const creator = await w.person()
  await w.event(creator, { title: 'Ukulele' })
  const blocker = await connect(w)
  await blocker.query('begin')
  await blocker.query('lock table title_words in access exclusive mode')
  // A list would wait for the ten seconds that every statement has.
  const late = wait(9_500, 'too late')
  const answer = suggest(w, 'ukul').catch((error: { status: number }) => error.status)
  expect(await Promise.race([answer, late])).toBe(503)
  await blocker.query('rollback')
  expect(await suggest(w, 'ukul')).toEqual(['Ukulele'])
})
