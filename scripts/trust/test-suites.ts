// Suites of `npm test` that run much longer here.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome, Scenario } from './scenario.ts'

interface Report {
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
    message: string
  }[]
}

export async function suite(files: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const report = join(tmpdir(), `hooley-trust-${process.pid}-${Date.now()}.json`)
  await new Promise<void>((resolve) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...files]
    execFile(process.execPath, args, { maxBuffer: 1e8, env: { ...process.env, ...env } }, () => resolve())
  })
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split('\n    at ')[0] ?? ''}`)
  const skipped = tests.filter(({ status }) => status === 'pending' || status === 'skipped').length
  return {
    times: `${tests.length} tests`,
    seen: skipped ? `${skipped} skipped` : 'all ran',
    lost: [...failed, ...(tests.length === 0 ? ['no test ran'] : [])],
  }
}

export const testSuites: Scenario[] = [
  {
    name: 'histories',
    did: '3,000 random histories of seats by two instances, with backends that die; and again without the lock',
    run: () =>
      suite(['server/ledger/histories.test.ts', 'server/modules/series/histories.test.ts'], { HISTORIES: '3000' }),
  },
  {
    name: 'fuzz',
    did: 'up to 1,000 generated requests for each call, valid to wild',
    run: () => suite(['server/fuzz.test.ts'], { FUZZ_RUNS: '1000' }),
  },
  {
    name: 'till-histories',
    did: '10,000 random histories of paid orders in which a crash may drop all memory between two steps; again believing messages; 100 processes killed with -9',
    async run() {
      const report = join(tmpdir(), `hooley-till-${process.pid}.json`)
      const ran = await suite(['server/modules/orders/histories.test.ts', 'server/modules/orders/kill.test.ts'], {
        TILL_KILLS: '100',
        TILL_HISTORIES: process.env.TILL_HISTORIES ?? '10000',
        TILL_REPORT: report,
      })
      const seen = await readFile(report, 'utf8').catch(() => 'no report')
      return { ...ran, seen: `${ran.seen}; ${seen}` }
    },
  },
  {
    name: 'webhooks',
    did: 'a process that delivers webhooks is killed before each of its steps, one after the other',
    run: () => suite(['server/modules/webhooks/kill.test.ts'], { WEBHOOK_KILLS: 'all' }),
  },
  {
    name: 'till-contract',
    did: 'what a card provider promises, held against the demo till, the stand-in and, with STRIPE_TEST_KEY, Stripe’s test mode',
    run: async () => {
      const outcome = await suite(['server/payments'])
      const seen = process.env.STRIPE_TEST_KEY
        ? outcome.seen
        : 'Stripe itself was not asked: STRIPE_TEST_KEY is not set'
      return { ...outcome, seen }
    },
  },
]
