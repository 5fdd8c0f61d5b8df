import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SOON_MS, TEST_PATIENCE } from './server/test-support/patient.ts'

const TESTS = ['{contract,server,app,scripts}/**/*.test.{ts,tsx}']

// Their files share processes. Those of other folders start, kill and measure processes of their own.
const SHARED = [
  '{app,contract}/**/*.test.{ts,tsx}',
  'server/{access,cache,calendar,cards,edge,http,jobs,ledger,mail,modules,net,notices,payments,posters,push}/**/*.test.ts',
  'server/{db,runtime,screening,storage,test-support}/**/*.test.ts',
  'server/*.test.ts',
  'scripts/{availability,check,poster-contrast,dependencies}.test.ts',
]

// Nor do these: some fill a database or the memory, others start, kill and measure what all share.
const ALONE = [
  'server/modules/**/{export-memory,purchasers,query-plans}.test.ts',
  'server/{main,database-away,long-requests,mail-links,replica-reads,switchover}.test.ts',
  'server/{db/embedded,jobs,ledger}/{kill,histories,postgres}.test.ts',
  'server/db/{migrate,lost-connections,replica}.test.ts',
  'server/{runtime/outlive-errors,edge/front-door}.test.ts',
]

// Short files with long tests. In a fresh clone vitest knows only how long the files are, and would begin with these last,
// when nothing is left for the other processes.
const LONG =
  /server\/(bounds|fuzz|authorization|cures|posters\/posters|storage\/images|modules\/auth\/demo-sign-in)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG.test(moduleId))
    return sorted.sort((one, other) => (one.project.name === other.project.name ? isLong(other) - isLong(one) : 0))
  }
}

/** What is mocked has to be mocked before anybody has imported it. */
const mocksModules = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'))

const alone = new Set(globSync(ALONE))
const shared = globSync(SHARED).filter((file) => !alone.has(file) && !mocksModules(file))

// Its own file: the pages' Vite plugin has no business in these tests.
export default defineConfig({
  test: {
    // NO_DATABASE: for tests that need none, for scripts/mutate.ts.
    globalSetup: process.env.NO_DATABASE ? [] : ['server/test-support/global-setup.ts'],
    setupFiles: ['server/test-support/fail-on-console.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // One more than the least that we expect of a machine: now and then all of them wait for a process or for PostgreSQL.
    maxWorkers: 3,
    unstubGlobals: true,
    unstubEnvs: true,
    // Most tests take less than a second. The only limits: no test has one of its own. What fails is run again only by scripts/check.ts.
    testTimeout: 60_000 * TEST_PATIENCE,
    hookTimeout: 120_000 * TEST_PATIENCE,
    expect: { poll: { timeout: SOON_MS, interval: 20 } },
    execArgv: ['--import', new URL('./server/runtime/resolve-drizzle-files.ts', import.meta.url).href],
    // TESTS: those about some files only, likewise for scripts/mutate.ts. Otherwise most files share a process, because to
    // import the whole server takes longer than most of them.
    ...(process.env.TESTS
      ? { include: process.env.TESTS.split(' ') }
      : {
          projects: [
            // They start processes, fill databases and go through histories by the hundred.
            {
              extends: true,
              test: { name: 'alone', include: TESTS, exclude: shared, testTimeout: 300_000 * TEST_PATIENCE },
            },
            { extends: true, test: { name: 'shared', include: shared, isolate: false } },
          ],
        }),
  },
})
