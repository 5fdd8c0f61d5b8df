// `npm test`: every check and test, each with a short line; ends with the last words of what failed (a long output is cut
// somewhere above) and a count. `npm test -- lint journeys` runs the steps whose names have these words, and
// `npm test -- --changed [commit]` what a change touches (scripts/changed-tests.ts).
//
// A test that fails is run once more by itself at the end. If it passes, it is listed as unsteady with both outputs; three
// unsteady ones, or one that fails twice, fail the run. Some are never run again (scripts/test-reports.ts).
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { changedFiles, stillThere, testsFor } from './changed-tests.ts'
import {
  failedTests,
  mayRunAgain,
  MOST_UNSTEADY,
  PLAYWRIGHT_REPORT,
  VITEST_REPORT,
  type FailedTest,
  type Report,
} from './test-reports.ts'

interface Step {
  name: string
  command: string[]
  report?: Report
}

const npx = (...command: string[]) => ['npx', '--no-install', ...command]
const npm = (script: string, ...more: string[]) => ['npm', 'run', '-s', script, ...more]

const args = process.argv.slice(2)
const isOfChange = args[0] === '--changed'
const only = isOfChange ? [] : args
const changed = isOfChange ? changedFiles(args[1]) : []
const touched = isOfChange ? testsFor(changed) : null

const unit = (...files: string[]): Step => ({
  name: 'unit and API tests on a real PostgreSQL',
  command: npm('test:unit', ...VITEST_REPORT.options, ...files),
  report: VITEST_REPORT,
})

const journeys = (...files: string[]): Step => ({
  name: 'journeys in a real Chromium',
  command: npm('test:e2e', ...PLAYWRIGHT_REPORT.options, ...files),
  report: PLAYWRIGHT_REPORT,
})

const formatting = (...files: string[]): Step => ({
  name: 'formatting',
  command: npx('prettier', '--check', '--ignore-unknown', '--log-level', 'warn', ...files),
})

// What the linter and the compiler both read.
const FIRST: Step[] = [{ name: 'types of the routes', command: npx('react-router', 'typegen') }]

// Fills a core for longer than all that is below, so it goes beside them and beside the first of the tests.
const BESIDE: Step[] = [{ name: 'lint and types', command: npm('lint') }]

const STATIC: Step[] = [
  touched ? formatting(...stillThere(changed)) : formatting('.'),
  { name: 'import rules', command: npm('imports') },
  { name: 'structure', command: npm('structure') },
  { name: 'documents', command: npm('docs') },
  { name: 'budget of the first view', command: npm('budget') },
]

const UNIT: Step[] = touched?.unit.length === 0 ? [] : [unit(...(touched?.unit ?? []))]

const ALONE: Step[] = touched?.journeys.length === 0 ? [] : [journeys(...(touched?.journeys ?? []))]

const LAST_LINES = 120
const FORCE_COLOR = process.stdout.isTTY ? '1' : '0'

interface Outcome {
  code: number
  lastWords: string
}

/** What a long one says is shown as it says it; the last lines are kept for the end. */
function run([program, ...args]: string[], isShown: boolean, env: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program ?? '', args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { FORCE_COLOR, ...process.env, ...env },
    })
    let kept = ''
    const keep = (text: string) => (kept = (kept + text).split('\n').slice(-LAST_LINES).join('\n'))
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.setEncoding('utf8').on('data', keep)
      if (isShown) stream.pipe(shown, { end: false })
    }
    child.on('close', (code) => resolve({ code: code ?? 1, lastWords: kept }))
  })
}

const failures: string[] = []
const failed: { test: FailedTest; lastWords: string }[] = []
let passed = 0

async function carryOut({ name, command, report }: Step, isShown: boolean) {
  const from = Date.now()
  console.log(`\n▶ ${name} …`)
  if (report) rmSync(report.file, { force: true })
  const { code, lastWords } = await run(command, isShown, report?.env)
  const seconds = ((Date.now() - from) / 1000).toFixed(0)
  console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} failed (${seconds} s)`)
  if (code === 0) return void passed++
  const tests = report ? failedTests(report) : []
  if (tests.length > 0 && tests.length <= MOST_UNSTEADY && tests.every(mayRunAgain))
    failed.push(...tests.map((test) => ({ test, lastWords })))
  else failures.push(`✗ ${name}:\n${lastWords}`)
}

/** What failed in a crowd may pass alone. */
async function runAgain(): Promise<string[]> {
  const unsteady: string[] = []
  for (const { test, lastWords } of failed) {
    const title = `${test.file}: ${test.title}`
    console.log(`\n▶ once more: ${title} …`)
    const again = await run(test.command, true)
    const both = `first:\n${lastWords}\n\nthen:\n${again.lastWords}`
    if (again.code === 0) unsteady.push(`? unsteady: ${title}, ${both}`)
    else failures.push(`✗ failed twice: ${title}, ${both}`)
  }
  return unsteady
}

const chosen = (steps: Step[]) =>
  steps.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))

const from = Date.now()
const inTurn = async (steps: Step[], isShown: boolean) => {
  for (const step of chosen(steps)) await carryOut(step, isShown)
}
await inTurn(FIRST, true)
await Promise.all([inTurn(BESIDE, false), inTurn(STATIC, false).then(() => inTurn(UNIT, true))])
await inTurn(ALONE, true)
const unsteady = await runAgain()
if (unsteady.length > MOST_UNSTEADY) failures.push(`✗ ${unsteady.length} tests are unsteady`)

for (const line of [...unsteady, ...failures]) console.log(`\n${line}`)
const minutes = ((Date.now() - from) / 60_000).toFixed(1)
console.log(`\n${passed} passed, ${unsteady.length} unsteady, ${failures.length} failed, ${minutes} minutes`)
process.exit(failures.length === 0 ? 0 : 1)
