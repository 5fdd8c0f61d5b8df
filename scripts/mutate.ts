// `npm run mutate [group …]`, or `npm run mutate -- --mutate file,file` for some files alone: takes each mechanism away in
// turn and sees whether a test goes red. Groups with many files and slow tests take a sample: `npm run mutate -- ledger
// --sample 50 --seed 1`. Not part of `npm test`. Prints what survives and a score for each file; docs/tests.md has the scores
// and why the rest survives.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { mutateSql } from './mutate-sql.ts'

interface Group {
  /** Files whose mechanisms are taken away. */
  mutate: string[]
  /** The tests that should notice: quick ones, because they run once for each mutant. */
  tests: string[]
  /** Whether these tests ask PostgreSQL: then one mutant at a time, because two runs would drop each other's databases. */
  database?: true
  /** More mutants than can be tried one by one: as many as `--sample` says, drawn by `--seed`. */
  sampled?: true
}

// Stryker takes commas for the end of a name, also inside braces.
const files = (folder: string, names: string) => names.split(' ').map((name) => `${folder}/${name}.ts`)
const tests = (folder: string, names: string) => names.split(' ').map((name) => `${folder}/${name}.test.ts`)

const modules = 'server/modules'

/** All files of a module but what is words or wiring and has no rule in it. */
const rulesOf = (...folders: string[]) =>
  folders
    .flatMap((folder) => globSync(`${folder}/*.ts`))
    .filter((file) => !/(\.test|emails|words|\/module|\/routes)\.ts$/.test(file))

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
    mutate: files('server/jobs', 'failure lane retry-until-written'),
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
      'server/cache/{ages,answer-store,call-question,change-message,in-flight,last-good,page-address,announcing}.test.ts',
    ],
  },
  gate: {
    mutate: files('server/edge', 'client-network fair-line gate queue refusals service-rate'),
    tests: ['server/edge/{client-network,fair-line,gate-rules,queue,refusals,service-rate}.test.ts'],
  },
  ledger: {
    mutate: rulesOf('server/ledger'),
    tests: [
      ...tests('server/ledger', 'answer-times'),
      ...tests(`${modules}/waiting-list`, '*'),
      ...tests(`${modules}/tickets`, 'returns tickets booking-limits'),
    ],
    database: true,
    sampled: true,
  },
  door: {
    mutate: rulesOf(`${modules}/door`, `${modules}/places`),
    tests: [...tests(`${modules}/door`, 'bounds door facts place-codes'), ...tests(`${modules}/places`, 'places')],
    database: true,
    sampled: true,
  },
  auth: {
    mutate: rulesOf(`${modules}/auth`),
    tests: [...tests(`${modules}/auth`, '*'), ...tests(`${modules}/account`, 'code-sign-in deletion first-proof')],
    database: true,
    sampled: true,
  },
  account: {
    mutate: rulesOf(`${modules}/account`),
    tests: [
      ...tests(`${modules}/account`, 'address* code-sign-in deletion erasure export first-proof settings squatters'),
      ...tests(`${modules}/auth`, 'intruders'),
    ],
    database: true,
    sampled: true,
  },
  moderation: {
    mutate: rulesOf(`${modules}/moderation`, `${modules}/moderation-console`, `${modules}/reports`, 'server/screening'),
    tests: [
      ...['moderation', 'moderation-console', 'reports'].flatMap((name) => tests(`${modules}/${name}`, '*')),
      ...tests('server/screening', '*'),
    ],
    database: true,
    sampled: true,
  },
  search: {
    mutate: [...files(`${modules}/events`, 'search* typeahead word-sweep'), `!${modules}/events/*.test.ts`],
    // Not the table of questions, which takes a minute: it is for the order of what is found, and changes with every rule.
    tests: tests(`${modules}/events`, 'search search-demo search-words typeahead word-sweep'),
    database: true,
    sampled: true,
  },
  mail: {
    mutate: [
      ...files('server/mail', 'hidden mail mails may-send message unconfirmed'),
      'server/notices/*.ts',
      '!server/notices/*.test.ts',
    ],
    tests: [
      ...tests('server/mail', '*'),
      ...tests('server/notices', '*'),
      ...tests(`${modules}/notices`, 'notices'),
      ...tests(`${modules}/links`, 'unsubscribe'),
    ],
    database: true,
    sampled: true,
  },
}

const MOST_SAMPLED = 50

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function groupsFor(names: string[], mutate: string | undefined): [name: string, Group][] {
  if (mutate !== undefined) {
    const asked = mutate.split(',').filter(Boolean)
    const missing = asked.find((file) => !existsSync(file.split(':')[0] ?? ''))
    if (asked.length === 0 || missing)
      fail(`--mutate takes files, separated by commas; there is no ${missing ?? 'file'}.`)
    const beside = [...new Set(asked.map((file) => `${dirname(file)}/*.test.ts`))]
    return [[asked.join(', '), { mutate: asked, tests: process.env.TESTS?.split(' ') ?? beside, database: true }]]
  }
  const unknown = names.find((name) => !Object.hasOwn(GROUPS, name))
  if (unknown) fail(`There is no group ${unknown}; there are ${Object.keys(GROUPS).join(', ')}.`)
  return Object.entries(GROUPS).filter(([name]) => names.length === 0 || names.includes(name))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mutate: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
// Rules in SQL, which Stryker cannot read: `npm run mutate -- sql`, or with words of some rules behind it.
if (positionals[0] === 'sql') {
  await mutateSql(positionals[1])
  process.exit()
}
if (values.sample !== undefined && !/^[1-9]\d*$/.test(values.sample)) fail('--sample takes a number from 1.')

for (const [name, { mutate, tests, database, sampled }] of groupsFor(positionals, values.mutate)) {
  const sample = values.sample ?? (sampled && String(MOST_SAMPLED))
  console.log(`\n▶ ${name}${sample ? `: at most ${sample} mutants, seed ${values.seed}` : ''}`)
  const args = ['--no-install', 'stryker', 'run', '--mutate', mutate.join(',')]
  const env = {
    ...process.env,
    TESTS: tests.join(' '),
    ...(database ? { MUTATE_WORKERS: '1' } : { NO_DATABASE: 'yes' }),
    ...(sample && { MUTATE_SAMPLE: sample, MUTATE_SEED: values.seed }),
  }
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env })
  rmSync('.stryker', { recursive: true, force: true })
  if (status !== 0) process.exit(status ?? 1)
}
