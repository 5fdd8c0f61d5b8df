// `npm test`: every check and test, each with a short line; ends with the last words of whatever
// failed (a long output is cut somewhere above) and a count.
import { spawn } from 'node:child_process'

interface Step {
  name: string
  command: string[]
}

const npx = (...command: string[]) => ['npx', '--no-install', ...command]
const npm = (script: string) => ['npm', 'run', '-s', script]

// What the linter and the compiler both read.
const FIRST: Step[] = [{ name: 'types of the routes', command: npx('react-router', 'typegen') }]

// Fills a core for longer than all that is below, so it goes beside them and beside the first of the tests.
const BESIDE: Step[] = [{ name: 'lint and types', command: npm('lint') }]

const STATIC: Step[] = [
  { name: 'formatting', command: npx('prettier', '--check', '--log-level', 'warn', '.') },
  { name: 'import rules', command: npm('imports') },
  { name: 'structure', command: npm('structure') },
  { name: 'documents', command: npm('docs') },
  { name: 'budget of the first view', command: npm('budget') },
]

const UNIT: Step[] = [{ name: 'unit and API tests on a real PostgreSQL', command: npm('test:unit') }]

const ALONE: Step[] = [{ name: 'journeys in a real Chromium', command: npm('test:e2e') }]

const only = process.argv.slice(2)

const LAST_LINES = 120
const FORCE_COLOR = process.stdout.isTTY ? '1' : '0'

interface Outcome {
  code: number
  lastWords: string
}

/** What a long one says is shown as it says it; the last lines are kept for the end. */
function run({ command: [program, ...args] }: Step, isShown: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program ?? '', args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { FORCE_COLOR, ...process.env },
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
let passed = 0

async function carryOut(step: Step, isShown: boolean) {
  const from = Date.now()
  console.log(`\n▶ ${step.name} …`)
  const { code, lastWords } = await run(step, isShown)
  const seconds = ((Date.now() - from) / 1000).toFixed(0)
  console.log(code === 0 ? `✓ ${step.name} (${seconds} s)` : `✗ ${step.name} failed (${seconds} s)`)
  if (code === 0) passed++
  else failures.push(`✗ ${step.name}:\n${lastWords}`)
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

for (const failure of failures) console.log(`\n${failure}`)
const minutes = ((Date.now() - from) / 60_000).toFixed(1)
console.log(`\n${passed} passed, ${failures.length} failed, ${minutes} minutes`)
process.exit(failures.length === 0 ? 0 : 1)
