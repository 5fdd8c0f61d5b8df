// `npm run simulate [-- events]`: how many seats are filled at the door of the same events with a plain list, with a list
// and reminders, and with Hooley, whose own code runs here. docs/simulation.md says what is assumed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readConfig } from '../server/config.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { events } from '../server/db/schema/events.ts'
import { createLog } from '../server/http/request-log.ts'
import { openDeps } from '../server/open-deps.ts'
import { newParty, randomFrom, SCENARIOS, type Scenario } from './simulation/people.ts'
import { filledByHooley, type Stage } from './simulation/hooley.ts'
import { filledByList } from './simulation/plain-list.ts'

const EVENTS = Number(process.argv[2] ?? 1_000)
const CAPACITY = 40
/** How many seats are wanted for each there is: some events are half empty, some could be filled twice. */
const WANTED = { least: 0.6, most: 2 }
const MOST_PARTIES = 120
const START = new Date('2027-03-04T19:30:00Z')

const dataDir = mkdtempSync(join(tmpdir(), 'hooley-simulation-'))
const postgres = await startLocalPostgres({ dataDir, log: () => undefined })
const config = readConfig({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
let now = START
const opened = await openDeps(config, postgres.url, createLog('silent'), { clock: () => now })
const { deps } = opened
const stage: Stage = { deps, setNow: (at) => (now = at) }

await deps.db.execute(sql`
  insert into users (email, first_name, last_name)
  select 'person' || n || '@example.org', 'Somebody', 'Else' from generate_series(1, ${MOST_PARTIES}) as n`)

const newEvent = async () => {
  const [event] = await deps.db
    .insert(events)
    .values({
      ...{ creatorId: 1, title: 'Fiddle Night', description: 'Bring one.', venue: 'The Cobblestone, Dublin' },
      ...{ startTime: START, endTime: new Date(START.getTime() + 7_200_000), timeZone: 'Europe/Dublin' },
      ...{ capacity: CAPACITY, status: 'published' as const },
    })
    .returning()
  if (!event) throw new Error('no event was made')
  return event
}

async function run(scenario: Scenario) {
  const filled = { plain: 0, reminders: 0, hooley: 0 }
  for (let number = 1; number <= EVENTS; number++) {
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
    filled.hooley += await filledByHooley(stage, await newEvent(), parties, scenario)
  }
  const share = (seats: number) => `${((100 * seats) / (EVENTS * CAPACITY)).toFixed(1)} %`
  const more = (seats: number) => `${((100 * seats) / filled.plain - 100).toFixed(1)} %`
  console.log(
    `${scenario.name.padEnd(8)} plain list ${share(filled.plain)}, with reminders ${share(filled.reminders)} (+${more(filled.reminders)}), Hooley ${share(filled.hooley)} (+${more(filled.hooley)})`,
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
