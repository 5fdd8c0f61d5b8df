// `npm run mutate [group …]`: takes each mechanism away in turn and sees whether a test goes red. Not part of `npm test`.
// Prints what survives and a score for each file; docs/trust.md has the scores and why the rest survives.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

interface Group {
  /** Files whose mechanisms are taken away. */
  mutate: string[]
  /** The tests that should notice. */
  tests: string[]
}

const GROUPS: Record<string, Group> = {
  contract: {
    mutate: ['contract/*.ts', '!contract/*.test.ts', '!contract/{api,messages}.ts'],
    tests: ['contract/**/*.test.ts'],
  },
  access: { mutate: ['server/access/*.ts', '!server/access/*.test.ts'], tests: ['server/access/*.test.ts'] },
  queue: {
    mutate: ['server/modules/tickets/booking-queue.ts'],
    tests: ['server/modules/tickets/*.test.ts'],
  },
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(GROUPS, name))
if (unknown) {
  console.error(`There is no group ${unknown}; there are ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(1)
}

for (const [name, { mutate, tests }] of Object.entries(GROUPS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n▶ ${name}`)
  const args = ['--no-install', 'stryker', 'run', '--mutate', mutate.join(',')]
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, TESTS: tests.join(',') } })
  rmSync('.stryker', { recursive: true, force: true })
  if (status !== 0) process.exit(status ?? 1)
}
