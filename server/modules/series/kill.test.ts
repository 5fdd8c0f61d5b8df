import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { makeSeries } from '../../test-support/series-scene.ts'
import { extend } from '../../test-support/weekly-series.ts'
import { world } from '../../test-support/world.ts'

// Whole processes start.

const SERIES = 60
const WEEK = 7 * 86_400_000

test('two processes make dates ahead, one is killed: every series has each date once, and its regular one seat', async () => {
  const w = await world()
  const { db } = w.deps
  const [creator, regular] = [await w.person(), await w.person({ emailConfirmedAt: new Date() })]
  for (let n = 0; n < SERIES; n++) await makeSeries(w, creator)
  await db.execute(sql`insert into standing_places (series_id, user_id, number_of_tickets)
    select id, ${regular.id}, 1 from event_series`)
  const start = () => {
    const now = w.deps.clock().toISOString()
    const child = fork(resolve('server/test-support/series-worker.ts'), [w.databaseUrl, now], { execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const count = async (query: ReturnType<typeof sql>) => Number((await db.execute<{ n: number }>(query)).rows[0]?.n)
  const begun = () => count(sql`select count(distinct series_id) as n from tickets join events e on e.id = event_id`)
  const [victim, survivor] = [start(), start()]
  await expect.poll(begun, { interval: 5 }).toBeGreaterThan(5)
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  expect(await begun()).toBeLessThan(SERIES)
  await once(survivor, 'exit')
  expect(await extend(w)).toBe(0)
  const { rows } = await db.execute<{ days: string[]; seats: number[]; kinds: number }>(sql`
    select array_agg(e.series_day::text order by e.series_day) as days,
      array_agg(e.tickets_sold order by e.series_day) as seats,
      (select count(distinct t.event_id) from tickets t join events o on o.id = t.event_id where o.series_id = e.series_id)::int as kinds
    from events e where e.series_id is not null group by e.series_id`)
  expect(rows).toHaveLength(SERIES)
  for (const { days, seats, kinds } of rows) {
    // No gap and no double: every week once, as far as dates are made ahead.
    const gaps = days.slice(1).map((day, at) => Date.parse(day) - Date.parse(days[at] ?? ''))
    expect(new Set(gaps)).toEqual(new Set([WEEK]))
    expect(days.length).toBeGreaterThanOrEqual(11)
    // The first one was there before anybody asked for every date.
    expect(seats).toEqual([0, ...days.slice(1).map(() => 1)])
    expect(kinds).toBe(days.length - 1)
  }
  expect(await count(sql`select count(*) as n from tickets where user_id <> ${regular.id}`)).toBe(0)
})
