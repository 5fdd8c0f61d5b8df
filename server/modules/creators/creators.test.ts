// A creator's page and what leads to it.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { MOST_FOLLOWED } from '../../../contract/limits.ts'
import { events } from '../../db/schema/events.ts'
import { follows } from '../../db/schema/follows.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World

beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

const inDays = (days: number) => new Date(Date.now() + days * DAY)
const pageOf = (creatorId: number) => w.visitor.creators.get({ params: { creatorId } })
const NOT_FOUND = { status: 404, message: 'Creator not found' }
const rename = (person: Person, body: object) =>
  person.api.users.updateProfile({ body: { firstName: 'Nora', lastName: 'Byrne', ...body } })

describe('the page', () => {
  test('is there once something is published, and not for drafts or what is hidden', async () => {
    const creator = await w.person()
    await expect(pageOf(creator.id)).rejects.toMatchObject(NOT_FOUND)
    const draft = await w.event(creator, { status: 'draft' })
    await w.event(creator, { hiddenAt: new Date() })
    await expect(pageOf(creator.id)).rejects.toMatchObject(NOT_FOUND)
    await w.deps.db.update(events).set({ status: 'published' }).where(eq(events.id, draft.id))
    expect(await pageOf(creator.id)).toMatchObject({ id: creator.id, upcoming: [{ id: draft.id }] })
    await expect(pageOf(999_999)).rejects.toMatchObject(NOT_FOUND)
  })

  test('shows what is to come, the next first, and what is over, the last first; nothing that is not public', async () => {
    const creator = await w.person()
    const later = await w.event(creator, { startTime: inDays(9) })
    const next = await w.event(creator, { startTime: inDays(2) })
    const old = await w.event(creator, { startTime: inDays(-30) })
    const last = await w.event(creator, { startTime: inDays(-3) })
    await w.event(creator, { status: 'draft' })
    await w.event(creator, { status: 'cancelled' })
    await w.event(creator, { hiddenAt: new Date() })
    await w.event(await w.person())
    const { upcoming, past } = await pageOf(creator.id)
    expect(upcoming.map(({ id }) => id)).toEqual([next.id, later.id])
    expect(past.map(({ id }) => id)).toEqual([last.id, old.id])
  })

  test('goes on with the cursors of the list', async () => {
    const creator = await w.person()
    for (let n = 1; n <= 8; n++) await w.event(creator, { startTime: inDays(-n) })
    const { past, pastCursor, upcoming, upcomingCursor } = await pageOf(creator.id)
    expect([upcoming, upcomingCursor]).toEqual([[], null])
    expect(past).toHaveLength(6)
    const query = { creator: creator.id, when: 'past', limit: 6, cursor: pastCursor ?? '' }
    const { items, next } = await w.visitor.events.list({ query })
    expect(items).toHaveLength(2)
    expect(next).toBeNull()
    expect(new Set([...past, ...items].map(({ id }) => id)).size).toBe(8)
  })
})

describe('the public name', () => {
  test('is first name and initial until one is chosen, on the page and beside events', async () => {
    const creator = await w.person({ firstName: 'Nora', lastName: 'Ó Briain' })
    const { id } = await w.event(creator)
    const shown = async () => [
      (await pageOf(creator.id)).name,
      (await w.visitor.events.get({ params: { eventId: id } })).creatorName,
    ]
    expect(await shown()).toEqual(['Nora Ó.', 'Nora Ó.'])
    const changed = await rename(creator, { publicName: ' The Lonesome Row ', publicText: 'Fiddles.\nEvery Tuesday.' })
    expect(changed).toMatchObject({ publicName: 'The Lonesome Row', publicText: 'Fiddles.\nEvery Tuesday.' })
    expect(await shown()).toEqual(['The Lonesome Row', 'The Lonesome Row'])
    expect((await pageOf(creator.id)).text).toBe('Fiddles.\nEvery Tuesday.')
    // What is not sent stays, null empties it.
    expect(await rename(creator, {})).toMatchObject({ publicName: 'The Lonesome Row' })
    await rename(creator, { publicName: null })
    expect(await shown()).toEqual(['Nora B.', 'Nora B.'])
  })

  test('is what search finds, and the name that it hides is not', async () => {
    const creator = await w.person({ firstName: 'Quenby', lastName: 'Zed' })
    const { id } = await w.event(creator, { title: 'Plain Evening' })
    const found = async (q: string) => (await w.visitor.events.list({ query: { q, limit: 5 } })).items.map((e) => e.id)
    expect(await found('quenby')).toEqual([id])
    await rename(creator, { firstName: 'Quenby', lastName: 'Zed', publicName: 'Zarzuela Players' })
    expect(await found('zarzuela')).toEqual([id])
    expect(await found('quenby')).toEqual([])
  })

  test.each([
    [{ publicName: 'x'.repeat(81) }, 'Public name must have at most 80 characters'],
    [{ publicName: 'www.evil.example' }, 'Public name must not contain a web address'],
    [{ publicName: 'two\nlines' }, 'Public name must be a single line'],
    [{ publicText: 'x'.repeat(1_001) }, 'Public text must have at most 1,000 characters'],
    [{ publicText: 'a\u0007b' }, 'Public text contains characters that cannot be used'],
  ])('%j is refused in a sentence', async (body, message) => {
    const creator = await w.person()
    await expect(rename(creator, body)).rejects.toMatchObject({ status: 400, message })
  })

  test('an event that not everybody may read names nobody', async () => {
    const creator = await w.person()
    const { id } = await w.event(creator, { status: 'draft' })
    expect(await creator.api.events.get({ params: { eventId: id } })).not.toHaveProperty('creatorName')
  })

  test('a picture is shown only from where pictures may come', async () => {
    const creator = await w.person({ profilePictureUrl: 'https://elsewhere.example/me.jpg' })
    await w.event(creator)
    expect((await pageOf(creator.id)).pictureUrl).toBeNull()
  })
})

describe('Follow', () => {
  const follow = (person: Person, creatorId: number) => person.api.creators.follow({ params: { creatorId } })
  const isFollowing = async (person: Person, creatorId: number) =>
    (await person.api.creators.getFollow({ params: { creatorId } })).isFollowing

  test('once or twice is the same, and ends as often', async () => {
    const creator = await w.person()
    await w.event(creator)
    const anna = await w.person()
    expect(await isFollowing(anna, creator.id)).toBe(false)
    await follow(anna, creator.id)
    const [first] = await w.deps.db.select().from(follows).where(eq(follows.userId, anna.id))
    await follow(anna, creator.id)
    expect(await w.deps.db.select().from(follows).where(eq(follows.userId, anna.id))).toEqual([first])
    expect(await isFollowing(anna, creator.id)).toBe(true)
    for (let n = 0; n < 2; n++) await anna.api.creators.unfollow({ params: { creatorId: creator.id } })
    expect(await isFollowing(anna, creator.id)).toBe(false)
  })

  test('nobody follows themselves, or somebody without a page', async () => {
    const creator = await w.person()
    const anna = await w.person()
    await expect(follow(anna, creator.id)).rejects.toMatchObject(NOT_FOUND)
    await w.event(creator)
    await expect(follow(creator, creator.id)).rejects.toMatchObject({ status: 409 })
  })

  test('so many creators can be followed and no more; one of them again is no more', async () => {
    const anna = await w.person()
    const creator = await w.person()
    await w.event(creator)
    await follow(anna, creator.id)
    const others = Array.from({ length: MOST_FOLLOWED - 1 }, (_, n) => ({
      email: `many${n}@example.org`,
      firstName: 'Many',
      lastName: String(n),
    }))
    const { users } = await import('../../db/schema/users.ts')
    const made = await w.deps.db.insert(users).values(others).returning({ id: users.id })
    await w.deps.db.insert(follows).values(made.map(({ id }) => ({ userId: anna.id, creatorId: id })))
    const another = await w.person()
    await w.event(another)
    await expect(follow(anna, another.id)).rejects.toMatchObject({ status: 409 })
    await follow(anna, creator.id)
  })

  test('lists whom somebody follows, the newest first, under their public names, for that person alone', async () => {
    const [first, second, gone] = [
      await w.person({ firstName: 'Nora', lastName: 'Byrne' }),
      await w.person({ publicName: 'The Lonesome Row' }),
      await w.person({ firstName: 'Cian', lastName: 'Daly' }),
    ]
    for (const creator of [first, second]) await w.event(creator)
    const { id: withdrawn } = await w.event(gone)
    const anna = await w.person()
    expect(await anna.api.creators.listFollowed()).toEqual([])
    for (const creator of [first, second, gone]) await follow(anna, creator.id)
    await w.deps.db.update(events).set({ status: 'draft' }).where(eq(events.id, withdrawn))
    expect(await anna.api.creators.listFollowed()).toEqual([
      // No page at the moment, and still somebody to follow no longer.
      { id: gone.id, name: 'Cian D.', pictureUrl: null, hasPage: false },
      { id: second.id, name: 'The Lonesome Row', pictureUrl: null, hasPage: true },
      { id: first.id, name: 'Nora B.', pictureUrl: null, hasPage: true },
    ])
    await anna.api.creators.unfollow({ params: { creatorId: gone.id } })
    expect((await anna.api.creators.listFollowed()).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(await first.api.creators.listFollowed()).toEqual([])
  })
})
