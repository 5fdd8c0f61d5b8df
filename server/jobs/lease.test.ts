import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { jobs } from '../db/schema/jobs.ts'
import { mails } from '../db/schema/mails.ts'
import type { Deps } from '../deps.ts'
import type { Letter } from '../mail/letter.ts'
import { mailLane } from '../mail/mails.ts'
import { world, type World } from '../test-support/world.ts'
import type { WorkRow } from './job.ts'
import { createLane, type LaneOptions } from './lane.ts'
import { PRIORITY } from './priority.ts'
import { createQueue } from './queue.ts'

type Run = LaneOptions<WorkRow, 'done'>['run']

function lane({ db, log }: Pick<Deps, 'db' | 'log'>, run: Run, slots = 1) {
  const queue = createQueue<WorkRow, 'done'>({ db, table: 'jobs', ending: () => sql`delete from jobs` })
  const made = createLane({ queue, kinds: ['note'], slots, run }, { db, log })
  onTestFinished(() => made.stop())
  return made
}

const done: Run = () => Promise.resolve({ is: 'over', as: 'done' })
const rowsOf = ({ db }: Deps) => db.select().from(jobs).orderBy(jobs.id)
const expireLeases = ({ db }: Deps) => db.update(jobs).set({ leasedUntil: sql`now() - interval '1 second'` })

/** Begins, and goes on when told: a process that was frozen in the middle. */
function frozen(then: Run) {
  const begun = Promise.withResolvers<void>()
  const thaw = Promise.withResolvers<void>()
  const run: Run = async (row, lease) => {
    begun.resolve()
    // A test that fails ends instead of waiting for it.
    lease.signal.addEventListener('abort', () => thaw.resolve())
    await thaw.promise
    return then(row, lease)
  }
  return { run, begun: begun.promise, thaw: () => thaw.resolve() }
}

test.for([
  ['finished', done],
  ['failed', () => Promise.reject(new Error('on purpose'))],
  ['put off', () => Promise.resolve({ is: 'later', seconds: 600 } as const)],
] as [string, Run][])('a process that lost the lease settles nothing, though it %s', async ([, ending]) => {
  const { deps } = await world()
  await deps.jobs.add(deps.db, { kind: 'note' })
  const slow = frozen(ending)
  const other = frozen(done)
  const slowRun = lane(deps, slow.run).runDue()
  await slow.begun
  await expireLeases(deps)
  const otherRun = lane(deps, other.run).runDue()
  await other.begun
  const [taken] = await rowsOf(deps)
  slow.thaw()
  // It looks for more once it has settled: nothing is due, because the other one holds it.
  expect(await slowRun).toBe(0)
  expect(await rowsOf(deps)).toEqual([taken])
  other.thaw()
  expect(await otherRun).toBe(1)
  expect(await rowsOf(deps)).toEqual([])
})

test('a lease is known by its token: the count of attempts can be the same again', async () => {
  const { deps } = await world()
  await deps.jobs.add(deps.db, { kind: 'note' })
  const slow = frozen(done)
  const slowRun = lane(deps, slow.run).runDue()
  await slow.begun
  await expireLeases(deps)
  expect(await lane(deps, () => Promise.resolve({ is: 'later', seconds: 600 })).runDue()).toBe(0)
  slow.thaw()
  expect(await slowRun).toBe(0)
  expect(await rowsOf(deps)).toMatchObject([{ status: 'waiting', attempts: 1 }])
})

test('a row that somebody has locked is passed over, not waited for', async () => {
  const { deps } = await world()
  for (let n = 0; n < 2; n++) await deps.jobs.add(deps.db, { kind: 'note' })
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from jobs order by id limit 1 for update`)
    expect(await lane(deps, done).runDue()).toBe(1)
  })
  expect(await lane(deps, done).runDue()).toBe(1)
})

test('two processes that claim at once share the work, and each piece is done once', async () => {
  const { deps, databaseUrl } = await world()
  const db = openDatabase(databaseUrl)
  onTestFinished(() => db.$client.end())
  await deps.db.execute(sql`select add_job('note') from generate_series(1, 200)`)
  const seen: number[] = []
  const run: Run = (row) => {
    seen.push(row.id)
    return Promise.resolve({ is: 'over', as: 'done' })
  }
  const counts = await Promise.all([lane(deps, run, 4).runDue(), lane({ ...deps, db }, run, 4).runDue()])
  expect(counts[0] + counts[1]).toBe(200)
  expect(new Set(seen).size).toBe(200)
  expect(seen).toHaveLength(200)
})

async function waitingMail(opened: World) {
  const { id: userId } = await opened.person()
  await opened.deps.db.insert(mails).values({ kind: 'note', userId })
  const letter: Letter = { to: 'nora@example.org', subject: 'Hello', preview: '', heading: 'Hello', blocks: [] }
  return letter
}

test('a process that was frozen past its lease does not send: somebody else may have', async () => {
  const opened = await world()
  const letter = await waitingMail(opened)
  const seen: string[] = []
  const render = () => {
    seen.push('rendered')
    // The clock has moved on, and no timer had a chance to say so.
    if (seen.length === 1) {
      const now = performance.now.bind(performance)
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000)
    }
    return Promise.resolve(letter)
  }
  onTestFinished(() => void vi.restoreAllMocks())
  const transport = { send: () => Promise.resolve(void seen.push('sent')), close: () => undefined }
  const kinds = { note: { render, priority: PRIORITY.normal } }
  const mine = mailLane({ kinds, transport, publicUrl: 'http://test' })(opened.deps)
  onTestFinished(() => mine.stop())
  expect(await mine.runDue()).toBe(0)
  expect(seen).toEqual(['rendered'])
  await opened.deps.db.update(mails).set({ leasedUntil: sql`now() - interval '1 second'` })
  expect(await mine.runDue()).toBe(1)
  expect(seen).toEqual(['rendered', 'rendered', 'sent'])
})

test('a mail that was sent while the database blinked is marked as sent when it is back, and not sent again', async () => {
  const opened = await world()
  const { deps } = opened
  const letter = await waitingMail(opened)
  let isAway = false
  let refused = 0
  const blinking = new Proxy(deps.db, {
    get(target, name) {
      if (name === 'execute' && isAway) {
        if (++refused === 3) isAway = false
        return () => Promise.reject(Object.assign(new Error('away'), { cause: { code: '57P01' } }))
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  let sent = 0
  const transport = {
    send() {
      sent++
      isAway = true
      return Promise.resolve()
    },
    close: () => undefined,
  }
  const kinds = { note: { render: () => Promise.resolve(letter), priority: PRIORITY.normal } }
  const mine = mailLane({ kinds, transport, publicUrl: 'http://test' })({ db: blinking, log: deps.log })
  onTestFinished(() => mine.stop())
  expect(await mine.runDue()).toBe(1)
  expect({ sent, refused }).toEqual({ sent: 1, refused: 3 })
  expect(await deps.db.select().from(mails).where(eq(mails.kind, 'note'))).toMatchObject([
    { status: 'sent', attempts: 1, leasedUntil: null },
  ])
})

test('long work keeps its lease, and hears when it has lost it', async () => {
  const { deps } = await world()
  await deps.jobs.add(deps.db, { kind: 'note' })
  const queue = createQueue<WorkRow, 'done'>({
    db: deps.db,
    table: 'jobs',
    leaseSeconds: 6,
    ending: () => sql`delete from jobs`,
  })
  const lost = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  const run: Run = (_row, { signal }) =>
    new Promise((_resolve, reject) => {
      begun.resolve()
      signal.addEventListener('abort', () => {
        lost.resolve((signal.reason as Error).name)
        reject(signal.reason as Error)
      })
    })
  const mine = createLane({ queue, kinds: ['note'], slots: 1, run }, deps)
  onTestFinished(() => mine.stop())
  mine.start()
  await begun.promise
  const leaseOf = async () => (await rowsOf(deps))[0]?.leasedUntil?.getTime() ?? 0
  const first = await leaseOf()
  await expect.poll(leaseOf).toBeGreaterThan(first)
  expect(await rowsOf(deps)).toMatchObject([{ attempts: 1 }])
  await deps.db.update(jobs).set({ leaseToken: sql`gen_random_uuid()`, leasedUntil: sql`now() + interval '1 hour'` })
  expect(await lost.promise).toBe('LeaseLost')
})

test('work is claimed the most urgent first, then in its order, and only what is still ours is renewed', async () => {
  const { deps } = await world()
  const { db } = deps
  const priorities = [3, 1, 2, 1]
  const added = await db
    .insert(jobs)
    .values(priorities.map((priority) => ({ kind: 'note', priority })))
    .returning({ id: jobs.id })
  const [third, first, second, firstToo] = added.map(({ id }) => id) as [number, number, number, number]
  const queue = createQueue<WorkRow, 'done'>({ db, table: 'jobs', ending: () => sql`delete from jobs` })
  const claimed = await queue.claim(['note'], 10, [])
  expect(claimed.map(({ id }) => id)).toEqual([first, firstToo, second, third])
  expect(await queue.renew(claimed)).toEqual(new Set([first, firstToo, second, third]))
  await db
    .update(jobs)
    .set({ leaseToken: sql`gen_random_uuid()` })
    .where(eq(jobs.id, second))
  expect(await queue.renew(claimed)).toEqual(new Set([first, firstToo, third]))
})
