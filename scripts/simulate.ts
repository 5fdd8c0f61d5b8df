// `npm run simulate [-- events [scenario | sensitivity] [both] [seed=n]]`: how many seats are filled at the door of the same events with a plain list, with a
// list and reminders, and with Hooley, whose own code runs here. docs/simulation.md says what is assumed.
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
import { randomFrom } from '../server/test-support/seeded-random.ts'
import { newParty, SCENARIOS, type Party, type Scenario } from './simulation/people.ts'
import { filledByHooley } from './simulation/hooley.ts'
import { filledByList } from './simulation/plain-list.ts'

const EVENTS = Number(process.argv[2] ?? 1_000)
const WORDS = process.argv.slice(3)
/** Other people. */
const SEED = Number(WORDS.find((word) => word.startsWith('seed='))?.slice(5) ?? 0)
const CAPACITY = 40
/** How many seats are wanted for each there is: some events are half empty, some could be filled twice. */
const WANTED = { least: 0.6, most: 2 }
const MOST_PARTIES = 120
/** One after the other, three weeks apart: what the door of one saw is what the next one's forecast knows. */
const EVENTS_OF_ONE = 20
const START = Date.parse('2027-03-04T19:30:00Z')
const APART = 21 * 86_400_000
/** Each waits for the database most of the time. */
const AT_ONCE = 3

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

type Settings = Pick<typeof events.$inferInsert, 'confirm' | 'roomSize'>

let organisers = 0

/** Has years of their own, so that one's reminders are never due while another's event is played. */
async function newOrganiser(settings: Settings) {
  const from = START + APART * (EVENTS_OF_ONE + 2) * organisers++
  const { rows } = await deps.db.execute<{ id: number }>(sql`
    insert into users (email, first_name, last_name) values (${`organiser${organisers}@example.org`}, 'Nora', 'Byrne') returning id`)
  const creatorId = rows[0]?.id ?? 0
  return async (at: number) => {
    const startTime = new Date(from + APART * at)
    const [event] = await deps.db
      .insert(events)
      .values({
        ...settings,
        creatorId,
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
}

function partiesOf(number: number, scenario: Scenario): Party[] {
  const random = randomFrom(SEED + number)
  const wanted = CAPACITY * (WANTED.least + (WANTED.most - WANTED.least) * random())
  const parties: Party[] = []
  for (let seats = 0; seats < wanted && parties.length < MOST_PARTIES;) {
    const party = newParty(random, scenario, parties.length + 1)
    parties.push(party)
    seats += party.seats
  }
  return parties
}

const COUNTED = ['filled', 'withBooking', 'turnedAway', 'everBooked', 'notLetIn'] as const

/** The events of a scenario, each organiser's in their order. */
async function playAll(scenario: Scenario, settings: Settings) {
  const sums = { filled: 0, withBooking: 0, turnedAway: 0, everBooked: 0, notLetIn: 0, said: 0, held: 0 }
  const numbers = Array.from({ length: EVENTS }, (_, at) => at + 1)
  const lines = Array.from({ length: Math.ceil(EVENTS / EVENTS_OF_ONE) }, (_, at) =>
    numbers.slice(at * EVENTS_OF_ONE, (at + 1) * EVENTS_OF_ONE),
  )
  const playOn = async () => {
    for (let line = lines.shift(); line; line = lines.shift()) {
      const newEvent = await newOrganiser(settings)
      for (const [at, number] of line.entries()) {
        const done = await filledByHooley(deps, await newEvent(at), partiesOf(number, scenario), scenario)
        for (const key of COUNTED) sums[key] += done[key]
        if (done.forecastHeld !== null) sums.said++
        if (done.forecastHeld) sums.held++
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playOn))
  return sums
}

const share = (seats: number) => `${((100 * seats) / (EVENTS * CAPACITY)).toFixed(1)} %`
const of = (some: number, all: number) => `${((100 * some) / all).toFixed(2)} %`

type Way = [name: string, settings: Settings]
const FULL: Way = ['with both', { confirm: true, roomSize: CAPACITY }]
const WAYS: Way[] = [
  FULL,
  ['Hooley', { confirm: false }],
  ['with extra places', { confirm: false, roomSize: CAPACITY }],
  ['with confirming', { confirm: true }],
]

async function run(scenario: Scenario) {
  const from = performance.now()
  const lists = { plain: 0, reminders: 0 }
  for (let number = 1; number <= EVENTS; number++) {
    const parties = partiesOf(number, scenario)
    lists.plain += filledByList(parties, CAPACITY, false)
    lists.reminders += filledByList(parties, CAPACITY, true)
  }
  const more = (seats: number) => `+${((100 * seats) / lists.plain - 100).toFixed(1)} %`
  console.log(
    `${scenario.name}: plain list ${share(lists.plain)}, with reminders ${share(lists.reminders)} (${more(lists.reminders)})`,
  )
  for (const [name, settings] of WORDS.includes('both') ? [FULL] : WAYS) {
    const sums = await playAll(scenario, settings)
    console.log(
      `  ${name} ${share(sums.filled)} (${more(sums.filled)}); turned away with a booking ${of(sums.turnedAway, sums.withBooking)}, of all who ever booked and came ${of(sums.notLetIn, sums.everBooked)}; forecast held ${of(sums.held, sums.said)}; ${Math.round((performance.now() - from) / 1000)} s`,
    )
  }
}

/** Half and double of each number, as far as a share can be doubled. */
async function runSensitivity(scenario: Scenario) {
  for (const key of Object.keys(scenario) as (keyof Scenario)[]) {
    if (key === 'name') continue
    for (const times of [0.5, 2]) {
      const value = Math.min(1, scenario[key] * times)
      const sums = await playAll({ ...scenario, [key]: value }, FULL[1])
      console.log(
        `${key} ${value.toFixed(2)} instead of ${scenario[key].toFixed(2)}: ${share(sums.filled)}, turned away ${of(sums.turnedAway, sums.withBooking)}, ${of(sums.notLetIn, sums.everBooked)}`,
      )
    }
  }
}

try {
  console.log(`${EVENTS.toLocaleString('en')} events of ${CAPACITY} seats: seats filled at the door`)
  const only = SCENARIOS.filter(({ name }) => WORDS.includes(name))
  const middle = SCENARIOS.filter(({ name }) => name === 'middle')
  if (WORDS.includes('sensitivity')) for (const scenario of middle) await runSensitivity(scenario)
  else for (const scenario of only.length > 0 ? only : SCENARIOS) await run(scenario)
} finally {
  await opened.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
