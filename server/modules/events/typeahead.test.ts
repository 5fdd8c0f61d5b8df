import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let world: World
let creator: Person

const suggest = (q: string) => world.visitor.events.typeahead({ query: { q } })

beforeAll(async () => {
  world = await openWorld()
  creator = await world.person()
  const titles = [
    'Fiddle Night - The Lonesome Row',
    'Night Ride along the Canal',
    'Bonfire on the Strand',
    'Fête de la Musique in Dún Laoghaire',
    'Short Film Evening',
    'Silent Books, Loud Tea',
    'Open Mic at the Róisín',
    'A Night at the Quay Opera',
  ]
  for (const [index, title] of titles.entries())
    await world.event(creator, { title, startTime: new Date(Date.now() + (index + 1) * DAY) })
  await world.event(creator, { title: 'Fiddle Draft', status: 'draft' })
  await world.event(creator, { title: 'Fiddle Past', startTime: new Date(Date.now() - 9 * DAY) })
})

afterAll(() => world.close())

describe('titles while somebody types', () => {
  test('what begins with it comes before what has it inside, and the sooner one first', async () => {
    expect(await suggest('night')).toEqual([
      'Night Ride along the Canal',
      'Fiddle Night - The Lonesome Row',
      'A Night at the Quay Opera',
    ])
  })

  test('two letters are enough, at the start of any word', async () => {
    expect(await suggest('fi')).toEqual(['Fiddle Night - The Lonesome Row', 'Short Film Evening'])
    expect(await suggest('st')).toEqual(['Bonfire on the Strand'])
  })

  test('drafts and events that are over are not named', async () => {
    expect(await suggest('fiddle')).toEqual(['Fiddle Night - The Lonesome Row'])
  })

  test.each([
    ['fete', 'Fête de la Musique in Dún Laoghaire'],
    ['DUN LAOGHAIRE', 'Fête de la Musique in Dún Laoghaire'],
    ['róisin', 'Open Mic at the Róisín'],
  ])('%s is found whatever its accents and case', async (q, title) => {
    expect(await suggest(q)).toEqual([title])
  })

  test.each([
    ['fidle', 'Fiddle Night - The Lonesome Row'],
    ['lonsome', 'Fiddle Night - The Lonesome Row'],
    ['bonfrie', 'Bonfire on the Strand'],
    ['laoghiare', 'Fête de la Musique in Dún Laoghaire'],
    ['silnet boosk', 'Silent Books, Loud Tea'],
    ['opera quay', 'A Night at the Quay Opera'],
    ['night fid', 'Fiddle Night - The Lonesome Row'],
  ])('%s is found in spite of slips and order', async (q, title) => {
    expect((await suggest(q))[0]).toBe(title)
  })

  test.each(['xyzzy', 'constructor', '%', '__', "'; drop table events --", '\u0000x', '🎻', '-'])(
    '%j finds nothing',
    async (q) => {
      expect(await suggest(q)).toEqual([])
    },
  )

  test('an empty question answers 400', async () => {
    for (const q of ['', '   '])
      await expect(suggest(q)).rejects.toMatchObject({ status: 400, message: 'Search query is required' })
  })

  test('a title is named once, and eight at most', async () => {
    for (let n = 0; n < 10; n++) await world.event(creator, { title: `Kitchen Disco ${n % 9}` })
    const titles = await suggest('kitchen')
    expect(titles).toHaveLength(8)
    expect(new Set(titles).size).toBe(8)
  })

  test('a title that changes, is taken back or goes is followed at once', async () => {
    const { id } = await world.event(creator, { title: 'Ukulele Hour' })
    const change = (fields: Partial<typeof events.$inferInsert>) =>
      world.deps.db.update(events).set(fields).where(eq(events.id, id))
    expect(await suggest('ukulele')).toEqual(['Ukulele Hour'])
    await change({ title: 'Bagpipe Hour' })
    expect(await suggest('ukulele')).toEqual([])
    expect(await suggest('bagpipe')).toEqual(['Bagpipe Hour'])
    await change({ status: 'draft' })
    expect(await suggest('bagpipe')).toEqual([])
    await change({ status: 'published' })
    expect(await suggest('bagpipe')).toEqual(['Bagpipe Hour'])
    await change({ startTime: new Date(Date.now() - 2 * DAY), endTime: new Date(Date.now() - DAY) })
    expect(await suggest('bagpipe')).toEqual([])
    await world.deps.db.delete(events).where(eq(events.id, id))
    expect(await suggest('bagpipe')).toEqual([])
  })
})
