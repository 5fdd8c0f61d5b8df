import { expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { featuredEvents } from '../../db/schema/featured.ts'
import { world } from '../../test-support/world.ts'

test('what was chosen is listed in its order, while it is to be seen and not over', async () => {
  const w = await world({ env: { FEATURES: 'featured' } })
  const creator = await w.person()
  const past = { startTime: new Date(Date.now() - 2 * DAY), endTime: new Date(Date.now() - DAY) }
  const made = [
    await w.event(creator, { title: 'third', capacity: 1, ticketsSold: 1 }),
    await w.event(creator, { title: 'first' }),
    await w.event(creator, { title: 'second' }),
    await w.event(creator, { title: 'over', ...past }),
    await w.event(creator, { title: 'hidden', hiddenAt: new Date() }),
    await w.event(creator, { title: 'cancelled', status: 'cancelled' }),
  ]
  await w.event(creator, { title: 'not chosen' })
  const places = [3, 1, 2, 4, 5, 6]
  await w.deps.db.insert(featuredEvents).values(made.map(({ id }, at) => ({ eventId: id, place: places[at]! })))
  const titles = (await w.visitor.featured.list()).map(({ title }) => title)
  expect(titles).toEqual(['first', 'second', 'third'])
  expect(await w.visitor.featured.list({ query: { limit: 1 } })).toHaveLength(1)
})

test('while the feature is off there is no such call', async () => {
  const w = await world()
  await expect(w.visitor.featured.list()).rejects.toMatchObject({ status: 404 })
})
