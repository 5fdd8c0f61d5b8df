import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import { sessions } from '../../db/schema/auth.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { signLink } from '../../access/mail-links.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { pushReceiver } from '../../test-support/push-receiver.ts'
import { soon } from '../../test-support/soon.ts'
import { world } from '../../test-support/world.ts'
import { hashPassword } from '../auth/passwords.ts'
import { eraseAccounts } from './erasure.ts'

const DAY = 86_400_000

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

/** A world whose clock can be moved on. */
async function clocked() {
  let now = new Date()
  const w = await world({ deps: { clock: () => now } })
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
    await event(nora, { isDraft: true })
    const upcoming = await event(nora)
    const postponed = await event(nora, { ...past, status: 'postponed' })
    const refused = await nora.api.account.deleteAccount().catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 409, message: 'Please cancel your upcoming events first' })
    await nora.api.eventStates.cancel({ params: { eventId: upcoming.id }, body: {} })
    expect(await codeOf(nora.api.account.deleteAccount())).toBe('cancel_events_first')
    await nora.api.eventStates.cancel({ params: { eventId: postponed.id }, body: {} })
    expect(await codeOf(nora.api.account.deleteAccount())).toBe('answered')
  })

  test('gives back every place at once, also those behind whom others wait, and waits for none', async () => {
    const { person, event, deps, pass } = await clocked()
    const [nora, creator, ben] = [await person(), await person(), await person()]
    const booked = await event(creator, { capacity: 2 })
    const full = await event(creator, { capacity: 1 })
    await nora.api.tickets.book({ body: { eventId: booked.id, numberOfTickets: 2 } })
    await ben.api.waitingList.join({ params: { eventId: booked.id }, body: { numberOfTickets: 1 } })
    await ben.api.tickets.book({ body: { eventId: full.id, numberOfTickets: 1 } })
    await nora.api.waitingList.join({ params: { eventId: full.id }, body: { numberOfTickets: 1 } })
    await nora.api.account.deleteAccount()
    const [{ ticketsSold } = { ticketsSold: -1 }] = await deps.db.select().from(events).where(eq(events.id, booked.id))
    expect(ticketsSold).toBe(0)
    const waits = and(eq(waitingEntries.userId, nora.id), isNull(waitingEntries.endedAt))
    expect(await deps.db.$count(waitingEntries, waits)).toBe(0)
    pass(3 * 60_000)
    await settleEvent(deps, booked.id)
    const { state } = await ben.api.waitingList.get({ params: { eventId: booked.id } })
    expect(state).toBe('offered')
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
