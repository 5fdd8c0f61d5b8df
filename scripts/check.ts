// `npm test`: every check and test, one after the other, each with a short line; ends with a count.
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

function run({ command: [program, ...args] }: Step): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program ?? '', args, { stdio: 'inherit' })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

let failed = 0
let passed = 0
for (const step of STEPS.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))) {
  const from = Date.now()
  console.log(`\n▶ ${step.name} …`)
  const code = await run(step)
  const seconds = ((Date.now() - from) / 1000).toFixed(0)
  console.log(code === 0 ? `✓ ${step.name} (${seconds} s)` : `✗ ${step.name} failed (${seconds} s)`)
  if (code === 0) passed++
  else failed++
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
