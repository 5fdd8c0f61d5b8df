import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { world } from '../test-support/world.ts'

// Whole processes start, several for a test.

const JOBS = 120
// What one process has in flight at most.
const SLOTS = 4

test('kill -9 in the middle: every job is done, and none twice but those that were in flight', async () => {
  const { deps, databaseUrl } = await world()
  const { db } = deps
  await db.execute(sql`create table runs (job bigint, worker text)`)
  await db.execute(sql`select add_job('slow') from generate_series(1, ${JOBS}::int)`)
  const start = (worker: string) => {
    const child = fork(resolve('server/test-support/job-worker.ts'), [databaseUrl, worker], { execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const runsOf = async (worker: string) =>
    Number((await db.execute(sql`select count(*) as n from runs where worker = ${worker}`)).rows[0]?.n)
  const [victim] = [start('victim'), start('survivor')]
  await expect.poll(() => runsOf('victim')).toBeGreaterThan(5)
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  const left = async () => Number((await db.execute(sql`select count(*) as n from jobs`)).rows[0]?.n)
  expect(await left()).toBeGreaterThan(0)
  await expect.poll(left).toBe(0)

  const { rows } = await db.execute<{ job: number; workers: string[] }>(
    sql`select job, array_agg(worker) as workers from runs group by job`,
  )
  expect(rows).toHaveLength(JOBS)
  const twice = rows.filter(({ workers }) => workers.length > 1)
  expect(twice.length).toBeLessThanOrEqual(SLOTS)
  for (const { workers } of twice) expect(workers.toSorted()).toEqual(['survivor', 'victim'])
})
