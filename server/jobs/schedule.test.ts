import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../contract/durations.ts'
import { openDatabase } from '../db/client.ts'
import { jobs, schedules } from '../db/schema/jobs.ts'
import { sessions } from '../db/schema/auth.ts'
import { mails } from '../db/schema/mails.ts'
import { schedule } from '../modules.ts'
import { world } from '../test-support/world.ts'
import { createJobs } from './jobs.ts'
import { createScheduler, type Scheduler } from './schedule.ts'

/** Two processes on one database, whose clock is moved by hand. */
async function installation(every = HOUR) {
  const time = { now: new Date('2026-11-15T12:00:00Z') }
  const { deps, databaseUrl } = await world({ deps: { clock: () => time.now } })
  const runs: number[] = []
  const process = (name: number) => {
    const db = openDatabase(databaseUrl)
    const made = createJobs({
      db,
      log: deps.log,
      deps: () => deps,
      kinds: { tidy: { run: () => Promise.resolve(runs.push(name)) } },
      schedule: { tidy: every },
    })
    onTestFinished(() => made.stop().then(() => db.$client.end()))
    return made
  }
  const pass = (ms: number) => void (time.now = new Date(time.now.getTime() + ms))
  return { deps, runs, process, pass, one: process(1), two: process(2) }
}

test('recurring work runs once in the whole installation, a minute after the first start and then in its rhythm', async () => {
  const { runs, one, two, pass } = await installation()
  const look = async () => {
    await Promise.all([one.addScheduled(), two.addScheduled()])
    await Promise.all([one.runDue(), two.runDue()])
    return runs.length
  }
  expect(await look()).toBe(0)
  pass(MINUTE)
  expect(await look()).toBe(1)
  expect(await look()).toBe(1)
  for (let hour = 2; hour <= 5; hour++) {
    pass(HOUR - 1)
    expect(await look()).toBe(hour - 1)
    pass(1)
    expect(await look()).toBe(hour)
  }
})

test('it goes on when the process that ran it last is gone, and a pause is not made up for', async () => {
  const { runs, one, two, pass } = await installation()
  await one.addScheduled()
  pass(MINUTE)
  await one.addScheduled()
  await one.runDue()
  pass(24 * HOUR)
  expect(await two.addScheduled()).toBe(true)
  expect(await two.addScheduled()).toBe(false)
  await two.runDue()
  expect(runs).toEqual([1, 2])
})

test('while a run is not over the next one is not begun', async () => {
  const { deps, one, two, pass } = await installation()
  await one.addScheduled()
  pass(MINUTE)
  await one.addScheduled()
  await deps.db.update(jobs).set({ leasedUntil: sql`now() + interval '1 minute'` })
  pass(HOUR)
  await two.addScheduled()
  expect(await deps.db.$count(jobs)).toBe(1)
})

test('a rhythm that became quicker holds from the next start on; another version’s work is left alone', async () => {
  const slow = await installation(24 * HOUR)
  await slow.one.addScheduled()
  slow.pass(MINUTE)
  await slow.one.addScheduled()
  const later = new Date('2026-11-16T00:00:00Z')
  await slow.deps.db.insert(schedules).values({ kind: 'from-the-future', nextRunAt: new Date(0) })
  await slow.deps.db
    .update(schedules)
    .set({ nextRunAt: new Date(later.getTime() + 365 * 24 * HOUR) })
    .where(sql`kind = 'tidy'`)
  await slow.process(3).addScheduled()
  const rows = await slow.deps.db.select().from(schedules).orderBy(schedules.kind)
  expect(rows).toEqual([
    { kind: 'from-the-future', nextRunAt: new Date(0) },
    { kind: 'tidy', nextRunAt: new Date('2026-11-16T12:01:00Z') },
  ])
})

test('the server itself removes expired sessions, unused pictures and old work on schedule', async () => {
  const time = { now: new Date() }
  const { deps, person, event } = await world({ deps: { clock: () => time.now } })
  const nora = await person()
  // Far ahead, so that nobody is reminded of it.
  const startTime = new Date(time.now.getTime() + 60 * 24 * HOUR)
  const { id: eventId } = await event(nora, { startTime, endTime: new Date(startTime.getTime() + HOUR) })
  await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  const past = new Date(time.now.getTime() - 31 * 24 * HOUR)
  await deps.db.insert(sessions).values({ tokenHash: Buffer.from('old'), userId: nora.id, expiresAt: past })
  await deps.db.insert(mails).values({ kind: 'password-reset', userId: nora.id, status: 'sent', createdAt: past })
  await deps.db.insert(mails).values({ kind: 'password-reset', userId: nora.id, status: 'sent' })
  await deps.db
    .update(mails)
    .set({ createdAt: past })
    .where(sql`kind = 'booking'`)
  await deps.db.insert(jobs).values({ kind: 'x', status: 'failed', createdAt: past })
  await deps.jobs.addScheduled()
  time.now = new Date(time.now.getTime() + MINUTE)
  expect(await deps.jobs.addScheduled()).toBe(true)
  const kinds = await deps.db
    .select({ kind: jobs.kind })
    .from(jobs)
    .where(sql`status = 'waiting'`)
    .orderBy(jobs.kind)
  const scheduled = Object.keys(schedule).toSorted()
  expect(scheduled).toEqual(expect.arrayContaining(['send-reminders', 'remove-old-work']))
  expect(kinds.map(({ kind }) => kind)).toEqual(scheduled)
  // Those and the booking's email.
  expect(await deps.jobs.runDue()).toBe(scheduled.length + 1)
  expect(await deps.db.$count(sessions)).toBe(1)
  expect(await deps.db.$count(jobs)).toBe(0)
  // The email about a booking stays with it.
  const left = await deps.db.select({ kind: mails.kind }).from(mails).orderBy(mails.kind)
  expect(left.map(({ kind }) => kind)).toEqual(['booking', 'password-reset'])
})

test('the database is asked when something may be due, once a minute at most, and by those who have work alone', async () => {
  const { deps } = await world()
  let now = Date.parse('2031-01-01T00:00:00Z')
  const execute = vi.spyOn(deps.db, 'execute')
  const lookAfter = async (ms: number, scheduler: Scheduler) => {
    now += ms
    execute.mockClear()
    return [await scheduler.addDue(), execute.mock.calls.length]
  }
  const idle = createScheduler(deps.db, () => new Date(now), {})
  expect(await lookAfter(0, idle)).toEqual([false, 0])
  const sweeping = createScheduler(deps.db, () => new Date(now), { sweep: 90_000 })
  // It enters its work, looks what is due, and when it is worth another look: after a minute, when the first run is due.
  expect(await lookAfter(0, sweeping)).toEqual([false, 3])
  expect(await lookAfter(59_999, sweeping)).toEqual([false, 0])
  expect(await lookAfter(1, sweeping)).toEqual([true, 2])
  await deps.db.execute(`delete from jobs where kind = 'sweep'`)
  // The next is due 90 seconds later; another version may have changed that, so a minute later somebody looks.
  expect(await lookAfter(59_999, sweeping)).toEqual([false, 0])
  expect(await lookAfter(1, sweeping)).toEqual([false, 2])
  expect(await lookAfter(29_999, sweeping)).toEqual([false, 0])
  expect(await lookAfter(1, sweeping)).toEqual([true, 2])
})
