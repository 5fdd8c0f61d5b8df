// `npm run bench`: everything, against a freshly seeded database, in a few minutes; `npm run bench -- pages start` runs
// some. One table at the end, and the same as JSON in bench/results.json.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openStage, type Stage } from './support/stage.ts'
import { printTable, toJson, type Row } from './support/table.ts'

type Bench = (stage: Stage, say: (line: string) => void) => Promise<Row[]>

const BENCHES: Record<string, () => Promise<Bench>> = {
  pages: async () => (await import('./pages.ts')).benchPages,
  cold: async () => (await import('./cold.ts')).benchCold,
  bookings: async () => (await import('./bookings.ts')).benchBookings,
  ballots: async () => (await import('./ballots.ts')).benchBallots,
  overload: async () => (await import('./overload.ts')).benchOverload,
  traffic: async () => (await import('./traffic.ts')).benchTraffic,
  freshness: async () => (await import('./freshness.ts')).benchFreshness,
  door: async () => (await import('./door.ts')).benchDoor,
  surveys: async () => (await import('./surveys.ts')).benchSurveys,
  insights: async () => (await import('./insights.ts')).benchInsights,
  imports: async () => (await import('./imports.ts')).benchImports,
  'sign-in': async () => (await import('./sign-in.ts')).benchSignIn,
  'first-visit': async () => (await import('./first-visit.ts')).benchFirstVisit,
  bytes: async () => (await import('./bytes.ts')).benchBytes,
  start: async () => (await import('./start.ts')).benchStart,
  million: async () => (await import('./million.ts')).benchMillion,
  cards: async () => (await import('./cards.ts')).benchCards,
  finding: async () => (await import('./finding.ts')).benchFinding,
  standby: async () => (await import('./standby.ts')).benchStandby,
}
/** For docs/growth.md: runs only when named. */
const WHEN_ASKED = ['standby']

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in BENCHES))
if (unknown) throw new Error(`There is no benchmark ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`)

const from = Date.now()
const say = (line: string) => console.log(`${String(Math.round((Date.now() - from) / 1000)).padStart(4)} s  ${line}`)
const rows: Row[] = []
const failed: string[] = []

say('making 10,000 events and 100,000 tickets …')
const stage = await openStage()
try {
  for (const [name, open] of Object.entries(BENCHES)) {
    if (asked.length > 0 ? !asked.includes(name) : WHEN_ASKED.includes(name)) continue
    say(`${name} …`)
    try {
      const bench = await open()
      rows.push(...(await bench(stage, say)))
    } catch (error) {
      // What the others found is still worth reading.
      failed.push(name)
      console.error(error)
    }
    await stage.stopServers()
  }
} finally {
  await stage.close()
}

console.log()
printTable(rows)
const file = fileURLToPath(new URL('./results.json', import.meta.url))
writeFileSync(file, JSON.stringify(toJson(rows), null, 2))
console.log(`\nThe same as JSON: ${file}`)
if (failed.length > 0) console.error(`These could not be measured: ${failed.join(', ')}.`)
process.exit(failed.length > 0 ? 1 : 0)
