import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { SAVED } from '../../../contract/limits.ts'
import { events } from '../../db/schema/events.ts'
import { favourites } from '../../db/schema/favourites.ts'
import { openWorld, world, type Person, type World } from '../../test-support/world.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(['favourites']) } })
  creator = await w.person()
})
afterAll(() => w.close())

const save = (person: Person, eventId: number) => person.api.favourites.save({ params: { eventId } })
const remove = (person: Person, eventId: number) => person.api.favourites.remove({ params: { eventId } })
const isSaved = (person: Person, eventId: number) => person.api.favourites.isSaved({ params: { eventId } })
const idsOf = async (person: Person) => (await person.api.favourites.list()).map(({ id }) => id)

const starting = (inDays: number, fields = {}) =>
  w.event(creator, { startTime: new Date(Date.now() + inDays * DAY), ...fields })

/** So many events, saved by this person long ago. */
async function savedMany(person: Person, count: number) {
  const { id: _, titleFolded: __, ...event } = await starting(2)
  const made = await w.deps.db
    .insert(events)
    .values(Array.from({ length: count }, () => event))
    .returning({ id: events.id })
  const savedAt = new Date(Date.now() - DAY)
  const rows = made.map(({ id }) => ({ userId: person.id, eventId: id, savedAt }))
  if (rows.length > 0) await w.deps.db.insert(favourites).values(rows)
  return made.map(({ id }) => id)
}

describe('a saved event', () => {
  test('is there for its person alone, saved again changes nothing, and removed again neither', async () => {
    const [nora, ben] = [await w.person(), await w.person()]
    const { id } = await starting(1)
    await expect(isSaved(nora, id)).rejects.toMatchObject({ status: 404, message: 'You have not saved this event' })
    await save(nora, id)
    await save(nora, id)
    await isSaved(nora, id)
    expect(await nora.api.favourites.list()).toMatchObject([{ id, title: 'Fiddle Night', ticketsLeft: 10 }])
    expect(await nora.api.favourites.ids()).toEqual([id])
    expect(await idsOf(ben)).toEqual([])
    await remove(nora, id)
    await remove(nora, id)
    await expect(isSaved(nora, id)).rejects.toMatchObject({ status: 404 })
    expect(await idsOf(nora)).toEqual([])
  })

  test('is in the order of starts, and last when it is over, the newest first', async () => {
    const nora = await w.person()
    const late = await starting(9)
    const ended = await starting(-3)
    const endedLong = await starting(-8)
    const soon = await starting(2)
    const cancelled = await starting(4, { status: 'cancelled' })
    // It has no end until it has a new date.
    const postponed = await starting(-1, { status: 'postponed' })
    for (const { id } of [late, endedLong, soon, ended, postponed, cancelled]) await save(nora, id)
    const order = [postponed, soon, cancelled, late, ended, endedLong]
    expect(await idsOf(nora)).toEqual(order.map(({ id }) => id))
  })

  test('hides the link of a virtual event from who has not booked', async () => {
    const nora = await w.person()
    const { id } = await starting(1, { isVirtual: true, venue: 'https://meet.example/abc' })
    await save(nora, id)
    expect(await nora.api.favourites.list()).toMatchObject([{ venue: 'Online event' }])
    await nora.api.tickets.book({ body: { eventId: id, numberOfTickets: 1 } })
    expect(await nora.api.favourites.list()).toMatchObject([{ venue: 'https://meet.example/abc' }])
  })

  test('cannot be a draft, a hidden event or none at all', async () => {
    const draft = await starting(1, { status: 'draft' })
    const hidden = await starting(1, { hiddenAt: new Date() })
    for (const id of [draft.id, hidden.id, 2_147_483_647]) {
      await expect(save(creator, id)).rejects.toMatchObject({ status: 404, message: 'Event not found' })
      await remove(creator, id)
    }
    expect(await w.deps.db.$count(favourites, eq(favourites.userId, creator.id))).toBe(0)
  })

  test('that is hidden is out of sight, and back with it; deleted it is gone', async () => {
    const nora = await w.person()
    const { id } = await starting(1)
    await save(nora, id)
    const hide = (hiddenAt: Date | null) => w.deps.db.update(events).set({ hiddenAt }).where(eq(events.id, id))
    await hide(new Date())
    expect([await idsOf(nora), await nora.api.favourites.ids()]).toEqual([[], []])
    await expect(isSaved(nora, id)).rejects.toMatchObject({ status: 404 })
    await hide(null)
    expect(await idsOf(nora)).toEqual([id])
    await creator.api.events.remove({ params: { eventId: id } })
    expect(await idsOf(nora)).toEqual([])
  })
})

describe('the number of saved events', () => {
  test('is bounded with a sentence, and one that is saved can be saved again', async () => {
    const nora = await w.person()
    const [first = 0] = await savedMany(nora, SAVED.most)
    const { id } = await starting(1)
    await expect(save(nora, id)).rejects.toMatchObject({
      status: 409,
      message: 'You have saved 300 events. Please remove some of them first.',
    })
    await save(nora, first)
    await remove(nora, first)
    await save(nora, id)
    expect(await nora.api.favourites.ids()).toHaveLength(SAVED.most)
  })

  test('holds when several are saved at once', async () => {
    const nora = await w.person()
    await savedMany(nora, SAVED.most - 1)
    const fresh = await savedMany(await w.person(), 5)
    const answers = await Promise.allSettled(fresh.map((id) => save(nora, id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await nora.api.favourites.ids()).toHaveLength(SAVED.most)
  })
})

describe('what a device has kept', () => {
  const adopt = (person: Person, eventIds: number[]) => person.api.favourites.adopt({ body: { eventIds } })

  test('is added to what the account has, once, without what is not there any more', async () => {
    const nora = await w.person()
    const [mine, both, kept] = [await starting(1), await starting(2), await starting(3)]
    const draft = await starting(4, { status: 'draft' })
    await save(nora, mine.id)
    await save(nora, both.id)
    const given = [kept.id, both.id, draft.id, 2_147_483_647, kept.id]
    const all = await adopt(nora, given)
    expect(all.toSorted()).toEqual([mine.id, both.id, kept.id].toSorted())
    expect(await adopt(nora, given)).toEqual(all)
    expect(await nora.api.favourites.ids()).toEqual(all)
    expect(await adopt(nora, [])).toEqual(all)
  })

  test('is taken as far as it fits, what was saved last first', async () => {
    const nora = await w.person()
    await savedMany(nora, SAVED.most - 1)
    const [newest = 0, older = 0] = await savedMany(await w.person(), 2)
    const all = await adopt(nora, [newest, older])
    expect(all).toHaveLength(SAVED.most)
    expect(all[0]).toBe(newest)
    expect(all).not.toContain(older)
  })

  test('is refused with a sentence when it is more than a device keeps', async () => {
    const nora = await w.person()
    const tooMany = Array.from({ length: SAVED.onDevice + 1 }, (_, n) => n + 1)
    await expect(adopt(nora, tooMany)).rejects.toMatchObject({ status: 400, message: /at most 100 at once/ })
  })
})

test('while the feature is off there are no such calls', async () => {
  const { person, event } = await world()
  const nora = await person()
  const { id } = await event(nora)
  for (const call of [
    () => nora.api.favourites.list(),
    () => nora.api.favourites.ids(),
    () => nora.api.favourites.adopt({ body: { eventIds: [id] } }),
    () => isSaved(nora, id),
    () => save(nora, id),
    () => remove(nora, id),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404, message: 'Not found' })
})
