// `npm run mutate [group …]`, or `npm run mutate -- --mutate file,file` for some files alone: takes each mechanism away in
// turn and sees whether a test goes red. Not part of `npm test`. Prints what survives and a score for each file; docs/tests.md
// has the scores and why the rest survives.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

interface Group {
  /** Files whose mechanisms are taken away. */
  mutate: string[]
  /** The tests that should notice: quick ones, because they run once for each mutant. */
  tests: string[]
  /** Whether these tests ask PostgreSQL: then one mutant at a time, because two runs would drop each other's databases. */
  database?: true
}

// Stryker takes commas for the end of a name, also inside braces.
const files = (folder: string, names: string) => names.split(' ').map((name) => `${folder}/${name}.ts`)

const GROUPS: Record<string, Group> = {
  contract: {
    mutate: ['contract/*.ts', '!contract/*.test.ts', '!contract/api.ts', '!contract/messages.ts'],
    tests: ['contract/**/*.test.ts'],
  },
  policy: { mutate: ['server/modules/*/policy.ts'], tests: ['server/modules/*/policy.test.ts'] },
  access: {
    mutate: ['server/access/*.ts', '!server/access/*.test.ts'],
    tests: ['server/access/*.test.ts'],
    database: true,
  },
  queue: {
    mutate: ['server/modules/tickets/booking-queue.ts'],
    tests: ['server/modules/tickets/booking-queue.test.ts'],
  },
  outbox: {
    mutate: files('server/jobs', 'failure lane until-heard'),
    tests: ['server/jobs/{failure,lane}.test.ts'],
  },
  'outbox-sql': {
    mutate: files('server/jobs', 'queue schedule'),
    tests: ['server/jobs/{jobs,lease,schedule}.test.ts'],
    database: true,
  },
  cache: {
    mutate: files(
      'server/cache',
      'answer-store call-question change-message event-changes in-flight page-address ready-bytes tags',
    ),
    tests: [
      'server/cache/{ages,answer-store,call-question,change-message,in-flight,last-good,page-address,telling}.test.ts',
    ],
  },
  gate: {
    mutate: files('server/edge', 'client-network fair-line gate queue refusals service-rate'),
    tests: ['server/edge/{client-network,fair-line,gate-rules,queue,refusals,service-rate}.test.ts'],
  },
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function groupsFor(args: string[]): [name: string, Group][] {
  if (args[0] === '--mutate') {
    const asked = (args[1] ?? '').split(',').filter(Boolean)
    const missing = asked.find((file) => !existsSync(file.split(':')[0] ?? ''))
    if (asked.length === 0 || missing)
      fail(`--mutate takes files, separated by commas; there is no ${missing ?? 'file'}.`)
    const tests = [...new Set(asked.map((file) => `${dirname(file)}/*.test.ts`))]
    return [[asked.join(', '), { mutate: asked, tests: process.env.TESTS?.split(' ') ?? tests, database: true }]]
  }
  const unknown = args.find((name) => !Object.hasOwn(GROUPS, name))
  if (unknown) fail(`There is no group ${unknown}; there are ${Object.keys(GROUPS).join(', ')}.`)
  return Object.entries(GROUPS).filter(([name]) => args.length === 0 || args.includes(name))
}

for (const [name, { mutate, tests, database }] of groupsFor(process.argv.slice(2))) {
  console.log(`\n▶ ${name}`)
  const args = ['--no-install', 'stryker', 'run', '--mutate', mutate.join(',')]
  const env = {
    ...process.env,
    TESTS: tests.join(' '),
    ...(database ? { MUTATE_WORKERS: '1' } : { NO_DATABASE: 'yes' }),
  }
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env })
  rmSync('.stryker', { recursive: true, force: true })
  if (status !== 0) process.exit(status ?? 1)
}
