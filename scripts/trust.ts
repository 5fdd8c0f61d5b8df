// `npm run trust`: shows that nothing is lost and nobody gets in, and prints one table. `npm run trust -- name …` runs
// only these.
import { connections } from './trust/connections.ts'
import { databaseFaults } from './trust/database-faults.ts'
import { edgeCache } from './trust/edge-cache.ts'
import { failovers, quickFailovers } from './trust/failover/failover.ts'
import { kills } from './trust/kills.ts'
import { mailAndStorage } from './trust/mail-and-storage.ts'
import { soaks } from './trust/soak.ts'
import { pitr } from './trust/pitr.ts'
import { pooler } from './trust/pooler.ts'
import { Missing, type Outcome, type Scenario } from './trust/scenario.ts'
import { searches } from './trust/searches.ts'
import { seatKills } from './trust/seat-kills.ts'
import { Stack } from './trust/stack.ts'
import { testSuites } from './trust/test-suites.ts'
import { twoInstancesScenarios } from './trust/two-instances.ts'
import { versionBefore } from './trust/version-before.ts'

const ALL: Scenario[] = [
  ...testSuites,
  ...kills,
  ...seatKills,
  ...databaseFaults,
  ...pooler,
  ...mailAndStorage,
  ...connections,
  ...soaks,
  ...searches,
  ...twoInstancesScenarios,
  ...versionBefore,
  ...edgeCache,
  ...pitr,
  ...failovers,
]

/** Parts of others, run only when asked for by name. */
const PARTS: Scenario[] = quickFailovers

interface Line extends Outcome {
  scenario: Scenario
  seconds: number
}

async function carryOut(scenario: Scenario): Promise<Line> {
  const from = performance.now()
  const outcome = await scenario.run().catch((error: unknown): Outcome => {
    const sentence = (error as Error).message
    if (error instanceof Missing) return { times: 'SKIPPED', seen: sentence, lost: [] }
    return { times: '', seen: '', lost: [`could not be carried out: ${sentence}`] }
  })
  return { ...outcome, scenario, seconds: (performance.now() - from) / 1000 }
}

const cell = (line: Line) => [
  line.scenario.name,
  line.scenario.did,
  line.times,
  line.seen,
  line.lost.length ? line.lost.join('; ') : line.times === 'SKIPPED' ? 'not shown' : 'nothing',
  `${Math.round(line.seconds)} s`,
]

function print(lines: Line[]) {
  const rows = [['', 'what was done', 'how often', 'what was seen', 'what was lost', ''], ...lines.map(cell)]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    console.log(
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Stack.closeAll().finally(() => process.exit(1)))
}

const names = process.argv.slice(2)
const known = [...ALL, ...PARTS]
/** By its name, or by the beginning that it shares with others: `till` is till-histories and till-contract. */
const isAskedFor = (name: string, scenario: Scenario) =>
  scenario.name === name || (scenario.name.startsWith(`${name}-`) && !known.some((other) => other.name === name))
const unknown = names.find((name) => !known.some((scenario) => isAskedFor(name, scenario)))
if (unknown) {
  console.error(`There is no ${unknown}; there are ${known.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const from = performance.now()
const lines: Line[] = []
for (const scenario of names.length === 0
  ? ALL
  : known.filter((scenario) => names.some((name) => isAskedFor(name, scenario)))) {
  console.log(`▶ ${scenario.name}: ${scenario.did} …`)
  const line = await carryOut(scenario)
  console.log(
    `  ${line.lost.length ? `✗ ${line.lost.join('; ')}` : `✓ ${line.times}; ${line.seen}`} (${Math.round(line.seconds)} s)`,
  )
  lines.push(line)
}
console.log()
print(lines)
const broken = lines.filter(({ lost }) => lost.length > 0)
console.log(
  `\n${lines.length - broken.length} of ${lines.length} as promised, in ${((performance.now() - from) / 60_000).toFixed(1)} minutes`,
)
process.exit(broken.length === 0 ? 0 : 1)
