// `npm test`: every check and test, one after the other, each with a short line; ends with the last words of whatever
// failed (a long output is cut somewhere above) and a count.
import { spawn } from 'node:child_process'

interface Step {
  name: string
  command: string[]
}

const STEPS: Step[] = [
  { name: 'types', command: ['npm', 'run', '-s', 'typecheck'] },
  { name: 'lint', command: ['npm', 'run', '-s', 'lint'] },
  { name: 'formatting', command: ['npx', '--no-install', 'prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'import rules', command: ['npm', 'run', '-s', 'imports'] },
  { name: 'structure', command: ['npm', 'run', '-s', 'structure'] },
  { name: 'documents', command: ['npm', 'run', '-s', 'docs'] },
  { name: 'budget of the first view', command: ['npm', 'run', '-s', 'budget'] },
  { name: 'unit and API tests on a real PostgreSQL', command: ['npm', 'run', '-s', 'test:unit'] },
  { name: 'journeys in a real Chromium', command: ['npm', 'run', '-s', 'test:e2e'] },
]

const only = process.argv.slice(2)

const LAST_LINES = 120
const FORCE_COLOR = process.stdout.isTTY ? '1' : '0'

interface Outcome {
  code: number
  lastWords: string
}

/** Shows what the program says as it says it, and keeps its last lines. */
function run({ command: [program, ...args] }: Step): Promise<Outcome> {
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
      stream.setEncoding('utf8').on('data', keep).pipe(shown, { end: false })
    }
    child.on('close', (code) => resolve({ code: code ?? 1, lastWords: kept }))
  })
}

const failures: string[] = []
let passed = 0
for (const step of STEPS.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))) {
  const from = Date.now()
  console.log(`\n▶ ${step.name} …`)
  const { code, lastWords } = await run(step)
  const seconds = ((Date.now() - from) / 1000).toFixed(0)
  console.log(code === 0 ? `✓ ${step.name} (${seconds} s)` : `✗ ${step.name} failed (${seconds} s)`)
  if (code === 0) passed++
  else failures.push(`✗ ${step.name}:\n${lastWords}`)
}

for (const failure of failures) console.log(`\n${failure}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
