import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { jobs } from '../db/schema/jobs.ts'
import { mails } from '../db/schema/mails.ts'
import type { Deps } from '../deps.ts'
import { plansOf, scansIn, type Plan } from '../test-support/query-plans.ts'
import { soon } from '../test-support/soon.ts'
import { world } from '../test-support/world.ts'
import { GiveUp } from './job.ts'
import type { JobHandler, JobKind } from './job-kind.ts'
import { createJobs } from './jobs.ts'
import { PRIORITY } from './priority.ts'

/** Another process on the same database, which knows these kinds of work. */
function runner(deps: Deps, kinds: Record<string, JobHandler | JobKind>) {
  const made = createJobs({
    db: deps.db,
    log: deps.log,
    deps: () => deps,
    schedule: {},
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([kind, run]) => [kind, typeof run === 'function' ? { run } : run]),
    ),
  })
  onTestFinished(() => made.stop())
  return made
}

const rowsOf = ({ db }: Deps) => db.select().from(jobs).orderBy(jobs.id)
const allDue = ({ db }: Deps) => db.update(jobs).set({ nextAttemptAt: sql`now()` })

test('a job runs once with its payload, and nothing of it is left', async () => {
  const { deps } = await world()
  const seen: unknown[] = []
  const made = runner(deps, { note: (_deps, { payload }) => Promise.resolve(seen.push(payload)) })
  await made.add(deps.db, { kind: 'note', payload: { text: 'O’Hara' } })
  expect(await made.runDue()).toBe(1)
  expect(await made.runDue()).toBe(0)
  expect(seen).toEqual([{ text: 'O’Hara' }])
  expect(await rowsOf(deps)).toEqual([])
})

test('a job that was added by a transaction that failed was never there', async () => {
  const { deps } = await world()
  const made = runner(deps, {})
  const failing = deps.db.transaction(async (tx) => {
    await made.add(tx, { kind: 'note' })
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await rowsOf(deps)).toEqual([])
})

test('a function of the database adds jobs too', async () => {
  const { deps } = await world()
  await deps.db.execute(sql`create function on_booking() returns void language plpgsql as $$
    begin perform add_job('note', '{"seats": 2}', dedupe_key => 'one'); end $$`)
  await deps.db.execute(sql`select on_booking(), on_booking()`)
  expect(await rowsOf(deps)).toMatchObject([{ kind: 'note', payload: { seats: 2 }, priority: PRIORITY.normal }])
})

test('the same key again is as urgent as the more urgent of the two', async () => {
  const { deps } = await world()
  for (const priority of [20, 5, 10])
    await deps.db.execute(sql`select add_job('note', '{}', ${priority}::int, now(), 'event:12')`)
  expect(await rowsOf(deps)).toMatchObject([{ priority: 5 }])
})

test('work is done when its time has come, the most urgent first, then the oldest', async () => {
  const { deps } = await world()
  const order: unknown[] = []
  const kind = {
    slots: 1,
    run: (_deps: Deps, { payload }: { payload: { n?: unknown } }) => Promise.resolve(order.push(payload.n)),
  }
  const made = runner(deps, { note: kind })
  const add = (n: string, priority: number, runAt?: Date) =>
    made.add(deps.db, { kind: 'note', payload: { n }, priority, runAt })
  await add('bulk', PRIORITY.bulk)
  await add('first', PRIORITY.normal)
  await add('second', PRIORITY.normal)
  await add('urgent', PRIORITY.urgent)
  await add('tomorrow', PRIORITY.urgent, new Date(Date.now() + 86_400_000))
  expect(await made.runDue()).toBe(4)
  expect(order).toEqual(['urgent', 'first', 'second', 'bulk'])
})

test('what a newer version has added is left alone, and costs no attempt', async () => {
  const { deps, person } = await world()
  const { id: userId } = await person()
  await deps.jobs.add(deps.db, { kind: 'from-the-future' })
  await deps.db.insert(mails).values({ kind: 'from-the-future', userId })
  expect(await deps.jobs.runDue()).toBe(0)
  expect(await rowsOf(deps)).toMatchObject([{ status: 'waiting', attempts: 0, leasedUntil: null }])
  expect(await deps.db.select().from(mails)).toMatchObject([{ status: 'waiting', attempts: 0, leasedUntil: null }])
})

test('the same key again is one job, which is brought forward; after it has begun it is another one', async () => {
  const { deps } = await world()
  let runs = 0
  const made = runner(deps, {
    note: async (_deps, { payload }) => {
      runs++
      // What changes while it runs was not seen by it.
      if (payload.again) await add({ again: false })
    },
  })
  const add = (payload: Record<string, unknown>, runAt?: Date) =>
    made.add(deps.db, { kind: 'note', payload, runAt, dedupeKey: 'event:12' })
  await add({ again: true }, new Date(Date.now() + 3_600_000))
  await add({ again: true })
  await add({ again: true }, new Date(Date.now() + 3_600_000))
  expect(await rowsOf(deps)).toHaveLength(1)
  expect(await made.runDue()).toBe(2)
  expect(runs).toBe(2)
})

test('a job cannot begin before the transaction that brought it forward has committed', async () => {
  const { deps } = await world()
  const made = runner(deps, { note: () => Promise.resolve() })
  await made.add(deps.db, { kind: 'note', dedupeKey: 'one' })
  await deps.db.transaction(async (tx) => {
    await made.add(tx, { kind: 'note', dedupeKey: 'one' })
    expect(await made.runDue()).toBe(0)
  })
  expect(await made.runDue()).toBe(1)
})

test('a job that fails is retried later and holds up nobody; after eight tries it is given up, without its payload', async () => {
  const { deps } = await world()
  const made = runner(deps, {
    bad: () => Promise.reject(Object.assign(new Error('nora@example.org'), { code: 'EBROKEN' })),
    good: () => Promise.resolve(),
  })
  await made.add(deps.db, { kind: 'bad', payload: { token: 'secret' }, priority: PRIORITY.urgent })
  await made.add(deps.db, { kind: 'good' })
  expect(await made.runDue()).toBe(1)
  for (let attempt = 2; attempt <= 10; attempt++) {
    await allDue(deps)
    await made.runDue()
  }
  expect(await rowsOf(deps)).toMatchObject([
    { kind: 'bad', status: 'failed', attempts: 8, lastError: 'EBROKEN', payload: {}, leasedUntil: null },
  ])
})

test('what cannot succeed is given up at once', async () => {
  const { deps } = await world()
  const made = runner(deps, { bad: () => Promise.reject(new GiveUp('GONE')) })
  await made.add(deps.db, { kind: 'bad' })
  await made.runDue()
  expect(await rowsOf(deps)).toMatchObject([{ status: 'failed', attempts: 1, lastError: 'GONE' }])
})

test('a handler that throws before it returns a promise is a failure like any other', async () => {
  const { deps } = await world()
  const made = runner(deps, {
    bad: () => {
      throw new TypeError('x is not a function')
    },
  })
  await made.add(deps.db, { kind: 'bad' })
  expect(await made.runDue()).toBe(0)
  expect(await rowsOf(deps)).toMatchObject([{ status: 'waiting', attempts: 1, lastError: 'TypeError' }])
})

test('a kind with slots of its own is not held up by the others', async () => {
  const { deps } = await world()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const done: string[] = []
  const made = runner(deps, {
    slow: () => gate,
    own: { slots: 1, run: () => Promise.resolve(done.push('own')) },
  })
  for (let n = 0; n < 9; n++) await made.add(deps.db, { kind: 'slow', priority: PRIORITY.urgent })
  await made.add(deps.db, { kind: 'own', priority: PRIORITY.bulk })
  made.start()
  await expect.poll(() => done).toEqual(['own'])
  open()
})

test('a nudge starts what was just added, and the end of the process gives back what was not finished', async () => {
  const { deps } = await world()
  const begun = Promise.withResolvers<void>()
  const made = runner(deps, {
    long: (_deps, { lease: { signal } }) =>
      new Promise((_resolve, reject) => {
        begun.resolve()
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  })
  made.start()
  await made.add(deps.db, { kind: 'long' })
  made.nudge()
  await begun.promise
  await made.stop()
  expect(await rowsOf(deps)).toMatchObject([{ status: 'waiting', attempts: 0, leasedUntil: null, leaseToken: null }])
})

test('what is not due yet is not read to find what is', async () => {
  const { deps } = await world()
  await deps.db.execute(sql`insert into jobs (kind, priority, next_attempt_at)
    select 'note', (n % 4) * 10, now() + make_interval(secs => 3600 + n) from generate_series(1, 5000) as n`)
  await deps.db.execute(sql`analyze jobs`)
  const made = runner(deps, { note: () => Promise.resolve() })
  for (const priority of [PRIORITY.bulk, PRIORITY.normal]) await made.add(deps.db, { kind: 'note', priority })
  const plans = await plansOf(deps.db, () => made.runDue(), /^\s*update "jobs" set leased_until/)
  expect(plans.flatMap(scansIn)).toEqual([])
  const conditions = (plan: Plan): string[] => [
    ...(plan['Index Cond'] ? [plan['Index Cond']] : []),
    ...(plan.Plans ?? []).flatMap(conditions),
  ]
  // One priority at a time: before PostgreSQL 18 a range of times within all of them is a walk past everything.
  for (const condition of plans.flatMap(conditions).filter((text) => text.includes('next_attempt_at')))
    expect(condition).toMatch(/priority = priorities.priority/)
  expect(await deps.db.$count(jobs)).toBe(5_000)
})

test('what is still being done here is not begun again because its lease ran out', async () => {
  const { deps } = await world()
  const { promise: goOn, resolve: finish } = Promise.withResolvers<void>()
  const { promise: begunAgain, resolve: again } = Promise.withResolvers<string>()
  let begun = 0
  const made = runner(deps, {
    slow: () => {
      if (++begun === 2) again('begun again')
      return goOn
    },
  })
  onTestFinished(() => finish())
  await made.add(deps.db, { kind: 'slow' })
  const first = made.runDue()
  await soon(() => expect(begun).toBe(1))
  await deps.db.update(jobs).set({ leasedUntil: sql`now() - interval '1 minute'` })
  expect(await Promise.race([made.runDue(), begunAgain])).toBe(0)
  finish()
  expect(await first).toBe(1)
})
