// A table of questions as people type them, over a world of events in ten scripts: what must come first, and what must
// not come at all. No row is removed or eased without a reason beside it; the least share of right answers only rises.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { Category } from '../../../contract/categories.ts'
import { limitConcurrency } from '../../runtime/limit-concurrency.ts'
import { openWorld, type World } from '../../test-support/world.ts'

const LEAST_RIGHT = 95

const atOnce = limitConcurrency({ atOnce: 4 })

const rowsOf = (name: string) =>
  readFileSync(new URL(`../../test-support/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | '))

/** '-': none of them. */
const keysOf = (text = '') => text.split(' ').filter((key) => key !== '-')

const EVENTS = rowsOf('search-events').map(
  ([key = '', title = '', venue = '', categories = '', by = '', text = '']) => ({
    key,
    title,
    venue,
    by,
    description: text,
    categories: categories.split(' ') as Category[],
  }),
)

const QUESTIONS = rowsOf('search-questions').map(([kind = '', q = '', first = '', never = '']) => ({
  kind,
  q,
  first: keysOf(first),
  mayBeNothing: first.split(' ').includes('-'),
  never: keysOf(never),
}))

let w: World
const keyOf = new Map<number, string>()

beforeAll(async () => {
  w = await openWorld()
  const people = new Map<string, Awaited<ReturnType<World['person']>>>()
  for (const [index, { key, by, ...fields }] of EVENTS.entries()) {
    const creator = people.get(by) ?? (await w.person({ publicName: by }))
    people.set(by, creator)
    const startTime = new Date(Date.now() + (24 + index) * HOUR)
    const town = fields.venue.split(', ').at(-1) ?? ''
    const times = { startTime, endTime: new Date(startTime.getTime() + HOUR) }
    keyOf.set((await w.event(creator, { ...fields, town, ...times })).id, key)
  }
})
afterAll(() => w.close())

async function ask(q: string): Promise<string[]> {
  const { items } = await w.visitor.events.list({ query: { q } })
  return items.map(({ id }) => keyOf.get(id) ?? '')
}

test('the table names events that there are', () => {
  const keys = new Set(EVENTS.map(({ key }) => key))
  expect(keys.size).toBe(EVENTS.length)
  expect(QUESTIONS.flatMap(({ first, never }) => [...first, ...never]).filter((key) => !keys.has(key))).toEqual([])
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(400)
})

test('people find what they type', { timeout: 240_000 }, async () => {
  const wrong: string[] = []
  const everything: string[] = []
  const answers = await Promise.all(QUESTIONS.map(({ q }) => atOnce(() => ask(q))))
  for (const [index, { kind, q, first, mayBeNothing, never }] of QUESTIONS.entries()) {
    const found = answers[index] ?? []
    const [top] = found
    const isFirst = top === undefined ? mayBeNothing : first.includes(top)
    const unwanted = never.filter((key) => found.includes(key))
    if (found.length === EVENTS.length) everything.push(q)
    if (!isFirst || unwanted.length > 0)
      wrong.push(
        `${kind}: ${q} -> ${found.slice(0, 4).join(' ') || 'nothing'} (${found.length}); not ${unwanted.join(' ')}`,
      )
  }
  const right = (1 - wrong.length / QUESTIONS.length) * 100
  const score = `${right.toFixed(1)} % of ${QUESTIONS.length} questions are answered right`
  if (process.env.SEARCH_TABLE)
    process.stdout.write(`${wrong.join('\n')}\n${score}; everything: ${everything.join(', ')}\n`)
  expect(everything).toEqual([])
  expect(right, `${score}\n${wrong.join('\n')}`).toBeGreaterThanOrEqual(LEAST_RIGHT)
})
