// `npm run simulate [-- events]`: how many seats are filled at the door of the same events with a plain list, with a list
// and reminders, and with Hooley, whose own code runs here. docs/simulation.md says what is assumed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readConfig } from '../server/config.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { events } from '../server/db/schema/events.ts'
import type { Deps } from '../server/deps.ts'
import { createLog } from '../server/http/request-log.ts'
import { openDeps } from '../server/open-deps.ts'
import { newParty, randomFrom, SCENARIOS, type Scenario } from './simulation/people.ts'
import { filledByHooley } from './simulation/hooley.ts'
import { filledByList } from './simulation/plain-list.ts'

const EVENTS = Number(process.argv[2] ?? 1_000)
const CAPACITY = 40
/** How many seats are wanted for each there is: some events are half empty, some could be filled twice. */
const WANTED = { least: 0.6, most: 2 }
const MOST_PARTIES = 120
const START = Date.parse('2027-03-04T19:30:00Z')
/** Far enough from each other that one event's reminders are not the next one's. */
const APART = 30 * 86_400_000
/** Each waits for the database most of the time. */
const AT_ONCE = 6

const dataDir = mkdtempSync(join(tmpdir(), 'hooley-simulation-'))
const postgres = await startLocalPostgres({ dataDir, log: () => undefined })
const config = readConfig({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
const opened = await openDeps(config, postgres.url, createLog('silent'))
// Nobody looks at a page here, and what a crash would lose can be played again.
const quiet = { changed: () => undefined, counted: () => undefined, announce: () => Promise.resolve(() => undefined) }
const deps = { ...opened.deps, changes: { ...opened.deps.changes, ...quiet } } as Deps
await deps.db.execute(sql`alter system set synchronous_commit = off`)
await deps.db.execute(sql`select pg_reload_conf()`)

await deps.db.execute(sql`
  insert into users (email, first_name, last_name)
  select 'person' || n || '@example.org', 'Somebody', 'Else' from generate_series(1, ${MOST_PARTIES}) as n`)

let made = 0
const newEvent = async () => {
  const startTime = new Date(START + APART * made++)
  const [event] = await deps.db
    .insert(events)
    .values({
      creatorId: 1,
      title: 'Fiddle Night',
      description: 'Bring one.',
      venue: 'The Cobblestone, Dublin',
      startTime,
      endTime: new Date(startTime.getTime() + 7_200_000),
      timeZone: 'Europe/Dublin',
      capacity: CAPACITY,
      status: 'published' as const,
    })
    .returning()
  if (!event) throw new Error('no event was made')
  return event
}

async function run(scenario: Scenario) {
  const from = performance.now()
  const filled = { plain: 0, reminders: 0, hooley: 0 }
  let next = 1
  const playNext = async () => {
    const number = next++
    const random = randomFrom(number)
    const wanted = CAPACITY * (WANTED.least + (WANTED.most - WANTED.least) * random())
    const parties = []
    for (let seats = 0; seats < wanted && parties.length < MOST_PARTIES;) {
      const party = newParty(random, scenario, parties.length + 1)
      parties.push(party)
      seats += party.seats
    }
    filled.plain += filledByList(parties, CAPACITY, false)
    filled.reminders += filledByList(parties, CAPACITY, true)
    // Not `+=`, which reads before it waits.
    const seats = await filledByHooley(deps, await newEvent(), parties, scenario)
    filled.hooley += seats
  }
  const playOn = async () => {
    while (next <= EVENTS) await playNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playOn))
  const share = (seats: number) => `${((100 * seats) / (EVENTS * CAPACITY)).toFixed(1)} %`
  const more = (seats: number) => `${((100 * seats) / filled.plain - 100).toFixed(1)} %`
  console.log(
    `${scenario.name.padEnd(8)} plain list ${share(filled.plain)}, with reminders ${share(filled.reminders)} (+${more(filled.reminders)}), Hooley ${share(filled.hooley)} (+${more(filled.hooley)}); ${Math.round((performance.now() - from) / 1000)} s`,
  )
}

try {
  console.log(`${EVENTS.toLocaleString('en')} events of ${CAPACITY} seats: seats filled at the door`)
  for (const scenario of SCENARIOS) await run(scenario)
} finally {
  await opened.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
