import { and, eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import { sessions } from '../../db/schema/auth.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { signLink } from '../../access/mail-links.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { fetchExport } from '../../test-support/fetch-export.ts'
import { pushReceiver } from '../../test-support/push-receiver.ts'
import { soon } from '../../test-support/soon.ts'
import { world } from '../../test-support/world.ts'
import { hashPassword } from '../auth/passwords.ts'
import { eraseAccounts } from './erasure.ts'
import { leaveEvents } from './leaving.ts'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

/** A world whose clock can be moved on. */
async function clocked(env: Record<string, string> = {}) {
  let now = new Date()
  const w = await world({ env, deps: { clock: () => now } })
  return { ...w, pass: (ms: number) => (now = new Date(now.getTime() + ms)), now: () => now }
}

describe('somebody who deletes their account', () => {
  test('is told the day on which it is final, by answer and by mail; asking again changes nothing', async () => {
    const { person, deps, pass, now } = await clocked()
    const nora = await person()
    const finalAt = new Date(now().getTime() + 14 * DAY).toISOString()
    const answer = { finalAt, day: finalAt.slice(0, 10) }
    expect(await nora.api.account.deleteAccount()).toEqual(answer)
    const [mail] = await collectMails(deps)
    expect(mail).toMatchObject({ to: nora.email, subject: 'Your Hooley account will be deleted' })
    pass(5 * 60_000)
    expect(await nora.api.account.deleteAccount()).toEqual(answer)
    expect(await collectMails(deps)).toEqual([])
  })

  test('has to show who they are', async () => {
    const { person, pass } = await clocked()
    const nora = await person()
    pass(11 * 60_000)
    expect(await codeOf(nora.api.account.deleteAccount())).toBe('proof_needed')
    expect((await nora.api.users.profile()).deletionAt).toBeUndefined()
  })

  test('cancels upcoming events first; drafts, cancelled and past ones are no reason to wait', async () => {
    const { person, event, now } = await clocked()
    const nora = await person()
    const past = { startTime: new Date(now().getTime() - 2 * DAY), endTime: new Date(now().getTime() - DAY) }
    await event(nora, past)
    await event(nora, { status: 'draft' })
    const upcoming = await event(nora)
    const postponed = await event(nora, { ...past, status: 'postponed' })
    const refused = await nora.api.account.deleteAccount().catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 409, message: 'Please cancel your upcoming events first' })
    await nora.api.events.cancel({ params: { eventId: upcoming.id }, body: {} })
    expect(await codeOf(nora.api.account.deleteAccount())).toBe('cancel_events_first')
    await nora.api.events.cancel({ params: { eventId: postponed.id }, body: {} })
    expect(await codeOf(nora.api.account.deleteAccount())).toBe('answered')
  })

  test('gives back every place at once, also those behind whom others wait, and waits for none', async () => {
    const { person, event, deps, pass } = await clocked()
    const [nora, creator, ben] = [await person(), await person(), await person()]
    const booked = await event(creator, { capacity: 2 })
    const full = await event(creator, { capacity: 1 })
    await nora.api.tickets.book({ body: { eventId: booked.id, numberOfTickets: 2 } })
    // One of three is in already, and stays.
    const begun = await event(creator, { capacity: 3 })
    const { id: ticketId } = await nora.api.tickets.book({ body: { eventId: begun.id, numberOfTickets: 3 } })
    await deps.db.update(tickets).set({ admitted: 1 }).where(eq(tickets.id, ticketId))
    await ben.api.waitingList.join({ params: { eventId: booked.id }, body: { numberOfTickets: 1 } })
    await ben.api.tickets.book({ body: { eventId: full.id, numberOfTickets: 1 } })
    await nora.api.waitingList.join({ params: { eventId: full.id }, body: { numberOfTickets: 1 } })
    await nora.api.account.deleteAccount()
    const sold = async ({ id }: { id: number }) => {
      const [row] = await deps.db.select().from(events).where(eq(events.id, id))
      return row?.ticketsSold
    }
    expect([await sold(booked), await sold(begun)]).toEqual([0, 1])
    const waits = and(eq(waitingEntries.userId, nora.id), isNull(waitingEntries.endedAt))
    expect(await deps.db.$count(waitingEntries, waits)).toBe(0)
    pass(3 * 60_000)
    await settleEvent(deps, booked.id)
    const { state } = await ben.api.waitingList.get({ params: { eventId: booked.id } })
    expect(state).toBe('offered')
  })

  test('gives back the others although one of their bookings has gone since they were listed', async () => {
    const { person, event, deps } = await clocked()
    const [nora, creator] = [await person(), await person()]
    for (let n = 0; n < 3; n++) {
      const { id: eventId } = await event(creator)
      await nora.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    }
    await deps.db.update(users).set({ deletionAt: new Date() }).where(eq(users.id, nora.id))
    let hasGone = false
    const { db } = deps
    /** Another booking goes once the first was given back. */
    const transaction: typeof db.transaction = async (...work) => {
      const result = await db.transaction(...work)
      const booked = await db.select().from(tickets).orderBy(tickets.id)
      const next = booked.find(({ numberOfTickets }) => numberOfTickets > 0)
      if (!hasGone && next && booked.some(({ numberOfTickets }) => numberOfTickets === 0)) {
        hasGone = true
        await db.delete(tickets).where(eq(tickets.id, next.id))
      }
      return result
    }
    await leaveEvents({ ...deps, db: Object.assign(Object.create(db) as typeof db, { transaction }) }, nora.id)
    expect(hasGone).toBe(true)
    const left = await db.select({ seats: tickets.numberOfTickets }).from(tickets)
    expect(left).toEqual([{ seats: 0 }, { seats: 0 }])
  })

  test('is signed out everywhere else; door links, feeds, push messages and links of mails end', async () => {
    const { app, person, event, deps, apiWith, visitor, now } = await clocked()
    const nora = await person({ passwordHash: await hashPassword('correct horse') })
    const login = { body: { email: nora.email, password: 'correct horse' } }
    const elsewhere = apiWith((await visitor.auth.login(login)).access_token)
    const ended = new Date(now().getTime() - 3_600_000)
    const { id: eventId } = await event(nora, { startTime: new Date(ended.getTime() - 3_600_000), endTime: ended })
    const { token } = await nora.api.door.createLink({ params: { eventId }, body: { name: 'Door', mayAdd: true } })
    expect(await codeOf(apiWith(token).door.get({ query: {} }))).toBe('answered')
    await nora.api.notices.subscribe({ body: { endpoint: 'https://push.example/1', keys: pushReceiver().keys } })
    const { pathname: feed } = new URL((await nora.api.feeds.renew({})).url)
    expect((await app.inject(feed)).statusCode).toBe(200)
    const link = signLink(deps.secrets, { purpose: 'unsubscribe', userId: nora.id, subjectId: 1, email: nora.email })
    expect(await codeOf(visitor.links.get({ params: { token: link } }))).toBe('answered')
    await nora.api.account.deleteAccount()
    expect(await codeOf(elsewhere.users.profile())).toBe('unauthorized')
    expect(await codeOf(apiWith(token).door.get({ query: {} }))).toBe('unauthorized')
    expect(await deps.db.$count(pushSubscriptions)).toBe(0)
    expect((await app.inject(feed)).statusCode).toBe(404)
    expect(await codeOf(visitor.links.get({ params: { token: link } }))).toBe('link_invalid')
  })
})

describe('for 14 days', () => {
  test('signing in shows that the account can be kept, and opens nothing else; only keeping it takes it back', async () => {
    const { person, event, apiWith, visitor, deps } = await clocked()
    const nora = await person({ passwordHash: await hashPassword('correct horse') })
    const { id: eventId } = await event(await person())
    await nora.api.account.deleteAccount()
    const login = { body: { email: nora.email, password: 'correct horse' } }
    const again = apiWith((await visitor.auth.login(login)).access_token)
    expect((await again.users.profile()).deletionAt).toBeDefined()
    for (const call of [
      () => again.tickets.list({}),
      () => again.tickets.book({ body: { eventId, numberOfTickets: 1 } }),
      () => again.users.updateProfile({ body: { firstName: 'N', lastName: 'B' } }),
      () => again.account.sendConfirmation(),
      () => again.notices.get(),
    ])
      expect(await codeOf(call())).toBe('account_leaving')
    // What everybody may read, they read as a visitor.
    expect((await again.events.list({ query: { limit: 5 } })).items).toHaveLength(1)
    expect((await again.account.keepAccount()).deletionAt).toBeUndefined()
    expect(await codeOf(again.tickets.book({ body: { eventId, numberOfTickets: 1 } }))).toBe('answered')
    // Kept in time, the job that gives places back finds nothing to do.
    await deps.db.execute("update jobs set next_attempt_at = now() where kind = 'leave-events'")
    await deps.jobs.runDue()
    expect(await again.tickets.list({})).toHaveLength(1)
  })

  test('nothing is erased, and from then on everything is', async () => {
    const { person, deps, pass } = await clocked()
    const nora = await person()
    await nora.api.account.deleteAccount()
    const isDeleted = async () => (await deps.db.select().from(users).where(eq(users.id, nora.id)))[0]?.deletedAt
    const runDaily = async () => {
      await deps.jobs.add(deps.db, { kind: 'delete-accounts' })
      await deps.jobs.runDue()
    }
    pass(13 * DAY)
    await runDaily()
    expect(await isDeleted()).toBeNull()
    pass(DAY + 1)
    await runDaily()
    expect(await isDeleted()).not.toBeNull()
    expect(await deps.db.$count(sessions, eq(sessions.userId, nora.id))).toBe(0)
  })

  test('their data can be downloaded', async () => {
    const w = await clocked()
    const nora = await w.person({ firstName: 'Nora' })
    await nora.api.account.deleteAccount()
    expect((await nora.api.security.getProof()).ways).toBeDefined()
    const { rows } = await fetchExport(w, nora)
    expect(rows('users')).toMatchObject([{ firstName: 'Nora' }])
  })

  test('they are out of sight: page, name, feeds, embeds, search and sitemap, until they keep the account', async () => {
    const { app, person, event, visitor, now } = await clocked({ FEATURES: 'all' })
    const nora = await person({ firstName: 'Zebulon', lastName: 'Quist' })
    const fan = await person()
    const ended = new Date(now().getTime() - 3_600_000)
    const past = await event(nora, { startTime: new Date(ended.getTime() - 3_600_000), endTime: ended })
    const addresses = [
      ...[`/api/creators/${nora.id}`, `/feeds/creators/${nora.id}.ics`, `/feeds/creators/${nora.id}.rss`],
      `/embed/creators/${nora.id}`,
    ]
    const statuses = async () => Promise.all(addresses.map(async (url) => (await app.inject({ url })).statusCode))
    const named = async () => (await visitor.events.get({ params: { eventId: past.id } })).creatorName
    const found = async () => (await visitor.events.list({ query: { q: 'zebulon', when: 'past' } })).items.length
    const sitemap = async () => (await app.inject({ url: '/sitemap.xml' })).body.includes(`/creators/${nora.id}<`)
    const followed = async () => (await fan.api.creators.listFollowed()).length
    await fan.api.creators.follow({ params: { creatorId: nora.id } })
    const seen = async () => [await statuses(), await named(), await found(), await sitemap(), await followed()]
    const inSight = [addresses.map(() => 200), 'Zebulon Q.', 1, true, 1]
    expect(await seen()).toEqual(inSight)
    await nora.api.account.deleteAccount()
    expect(await seen()).toEqual([addresses.map(() => 404), undefined, 0, false, 0])
    const about = { creatorId: nora.id, kind: 'rules' as const, text: 'Hm.' }
    expect(await codeOf(visitor.reports.send({ body: about }))).toBe('creator_not_found')
    await nora.api.account.keepAccount()
    expect(await seen()).toEqual(inSight)
  })

  test('nothing of theirs is brought back to life, by a manager or at the same moment', async () => {
    const { person, event, deps } = await clocked()
    const ben = await person()
    for (let round = 0; round < 8; round++) {
      const nora = await person()
      const { id: eventId } = await event(nora, { managerIds: [ben.id], status: 'cancelled' })
      const body = {
        title: 'Ceilidh',
        description: 'Dance.',
        venue: 'The Cobblestone, Dublin',
        capacity: 20,
        isDraft: false,
        startTime: '2099-05-01T20:00:00Z',
        endTime: '2099-05-01T23:00:00Z',
      }
      const reinstate = () => codeOf(ben.api.events.reinstate({ params: { eventId }, body: {} }))
      const [gone] = await Promise.all([
        codeOf(nora.api.account.deleteAccount()),
        codeOf(nora.api.events.create({ body })),
        round % 2 === 0 ? reinstate() : 'nothing',
      ])
      const isLive = and(eq(events.creatorId, nora.id), eq(events.status, 'published'))
      const live = await deps.db.$count(events, isLive)
      expect([gone, live > 0]).toEqual(gone === 'answered' ? ['answered', false] : ['cancel_events_first', true])
      if (gone !== 'answered') continue
      expect(await reinstate()).toBe('creator_leaving')
      expect(await codeOf(ben.api.events.update({ params: { eventId }, body }))).toBe('creator_leaving')
    }
  })
})

describe('titles and texts of events that others were at', () => {
  const erased = async (body?: { blankEvents: boolean }) => {
    const { person, event, deps, pass, now, visitor } = await clocked()
    const [nora, guest] = [await person(), await person()]
    const ended = new Date(now().getTime() - 3_600_000)
    const { id: eventId } = await event(nora, {
      title: 'Zebulon past party',
      description: 'Hosted by Zebulon',
      artistDescription: 'Zebulon sings',
      startTime: new Date(ended.getTime() - 3_600_000),
      endTime: ended,
      posterSeed: 'Zebulon',
    })
    await deps.db.insert(tickets).values({ eventId, userId: guest.id, numberOfTickets: 1 })
    await nora.api.account.deleteAccount({ body })
    expect((await visitor.events.get({ params: { eventId } })).title).toBe('Zebulon past party')
    pass(14 * DAY + 1)
    await deps.jobs.add(deps.db, { kind: 'delete-accounts' })
    await deps.jobs.runDue()
    const shown = await visitor.events.get({ params: { eventId } })
    const found = await visitor.events.list({ query: { q: 'zebulon', when: 'past' } })
    return { text: JSON.stringify(shown), title: shown.title, found: found.items.length }
  }

  test('stay', async () => {
    expect(await erased()).toMatchObject({ title: 'Zebulon past party', found: 1 })
  })

  test('are removed on the last day, if that was asked for', async () => {
    const { text, ...rest } = await erased({ blankEvents: true })
    expect(rest).toEqual({ title: 'Title removed', found: 0 })
    expect(text).not.toMatch(/zebulon/i)
  })

  test('their name is no word that searches are corrected to, from the day on which they ask', async () => {
    const { person, event, deps, now } = await clocked()
    const [nora, ben] = [await person({ firstName: 'Zebulon', lastName: 'Quistgaard' }), await person()]
    const times = { startTime: new Date(now().getTime() - 2 * DAY), endTime: new Date(now().getTime() - DAY) }
    await event(nora, { ...times, title: 'Harp Night' })
    await event(ben, { ...times, title: 'Quistgaard Night' })
    const words = async () => {
      const { rows } = await deps.db.execute<{ word: string }>(
        sql`select word from search_words where word in ('zebulon', 'quistgaard', 'harp') order by word`,
      )
      return rows.map(({ word }) => word)
    }
    expect(await words()).toContain('zebulon')
    await nora.api.account.deleteAccount()
    // What somebody else's event is called stays.
    expect(await words()).toEqual(['harp', 'quistgaard'])
  })

  test('no search finds an event by the name of what is left of an account', async () => {
    const { person, event, deps, pass, now, visitor } = await clocked()
    const [nora, guest] = [await person(), await person()]
    const ended = new Date(now().getTime() - 3_600_000)
    const times = { startTime: new Date(ended.getTime() - 3_600_000), endTime: ended }
    const { id: eventId } = await event(nora, times)
    await deps.db.insert(tickets).values({ eventId, userId: guest.id, numberOfTickets: 1 })
    await nora.api.account.deleteAccount()
    pass(14 * DAY + 1)
    await deps.jobs.add(deps.db, { kind: 'delete-accounts' })
    await deps.jobs.runDue()
    expect((await visitor.events.list({ query: { q: 'deleted', when: 'past' } })).items).toEqual([])
    expect((await visitor.events.list({ query: { q: 'fiddle', when: 'past' } })).items).toHaveLength(1)
  })
})

test('an account that is kept in the moment of its deletion is kept', async () => {
  const { person, deps, pass } = await clocked()
  const nora = await person({ firstName: 'Nora' })
  await nora.api.account.deleteAccount()
  pass(15 * DAY)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  onTestFinished(() => end())
  // As an instance whose clock is behind would: for it the last day is not over.
  const keeping = deps.db.transaction(async (tx) => {
    await tx.update(users).set({ deletionAt: null }).where(eq(users.id, nora.id))
    await mayEnd
  })
  const erasing = eraseAccounts(deps, { lease: { check: () => undefined, signal: new AbortController().signal } })
  await soon(async () => expect(await blockedOn(deps.db)).toBe(1))
  end()
  await Promise.all([keeping, erasing])
  expect(await nora.api.users.profile()).toMatchObject({ firstName: 'Nora' })
})
