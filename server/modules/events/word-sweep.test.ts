import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { world, type World } from '../../test-support/world.ts'
import { sweepSearchWords } from './word-sweep.ts'

const suggest = (w: World, q: string) => w.visitor.events.typeahead({ query: { q } })

async function connect({ databaseUrl }: World) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const searchWordsOf = async ({ deps }: World) => {
  const { rows } = await deps.db.execute<{ word: string }>(sql`select word from search_words order by word`)
  return rows.map(({ word }) => word)
}

test('words that no event has any more in its title, venue, town or name are swept from what slips are compared with', async () => {
  const w = await world()
  const creator = await w.person({ firstName: 'Nora', lastName: 'Byrne' })
  const texts = { description: 'Plucked at dusk', venue: 'Shed', town: '' }
  const { id } = await w.event(creator, { title: 'Ukulele', ...texts })
  await w.event(creator, { title: 'Banjo', ...texts, status: 'draft' })
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
  await expect.poll(sweep).toEqual(['banjo', 'nora', 'shed', 'zither'])
  expect(removed).toBe(5_501)
})

test('an event that is being saved keeps a word of its venue that is swept at the same moment', async () => {
  const w = await world()
  const { id } = await w.event(await w.person(), { title: 'Nothing Else' })
  await w.deps.db.execute(sql`insert into search_words values ('marimba', near_spellings('marimba'))`)
  const saver = await connect(w)
  await saver.query('begin')
  await saver.query(`update events set venue = 'With marimba' where id = $1`, [id])
  await sweepSearchWords(w.deps)
  await saver.query('commit')
  expect(await searchWordsOf(w)).toContain('marimba')
  await sweepSearchWords(w.deps)
  expect(await searchWordsOf(w)).toContain('marimba')
})

test('a slip is found among thousands of words that are alike', async () => {
  const w = await world()
  await w.event(await w.person(), { title: 'Aardvark Evening' })
  await w.deps.db.execute(
    sql`insert into search_words select 'aaaaaaaa' || to_hex(n), near_spellings('aaaaaaaa') from generate_series(1, 20000) as n`,
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
  await blocker.query('lock table event_search in access exclusive mode')
  // A list would wait for the ten seconds that every statement has.
  const late = wait(9_500, 'too late')
  const answer = suggest(w, 'ukul').catch((error: { status: number }) => error.status)
  expect(await Promise.race([answer, late])).toBe(503)
  await blocker.query('rollback')
  expect(await suggest(w, 'ukul')).toEqual(['Ukulele'])
})
