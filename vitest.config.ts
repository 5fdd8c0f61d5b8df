import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const TESTS = ['{contract,server,app,scripts}/**/*.test.{ts,tsx}']

// Their files share processes. Those of other folders do not yet, or never will: they start, kill and measure processes.
const SHARED = ['{app,contract}/**/*.test.{ts,tsx}', 'server/{cache,modules,test-support}/**/*.test.ts']

// Nor do these, which fill a database or the memory.
const LARGE = ['server/modules/**/{export-memory,purchasers,query-plans}.test.ts']

/** What is mocked has to be mocked before anybody has imported it. */
const mocksModules = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'))

const large = new Set(globSync(LARGE))
const shared = globSync(SHARED).filter((file) => !large.has(file) && !mocksModules(file))

// Its own file: the pages' Vite plugin has no business in these tests.
export default defineConfig({
  test: {
    // NO_DATABASE: for tests that need none, for scripts/mutate.ts.
    globalSetup: process.env.NO_DATABASE ? [] : ['server/test-support/global-setup.ts'],
    setupFiles: ['server/test-support/fail-on-console.ts'],
    pool: 'forks',
    // One more than the least that we expect of a machine: now and then all of them wait for a process or for PostgreSQL.
    maxWorkers: 3,
    unstubGlobals: true,
    unstubEnvs: true,
    // Room for a starved machine, where most tests take less than a second. No retries, here or in CI.
    // What a mutant makes hang is known sooner.
    testTimeout: process.env.TESTS ? 5_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    execArgv: ['--import', new URL('./server/runtime/resolve-drizzle-files.ts', import.meta.url).href],
    // TESTS: those about some files only, likewise for scripts/mutate.ts. Otherwise most files share a process, because to
    // import the whole server takes longer than most of them.
    ...(process.env.TESTS
      ? { include: process.env.TESTS.split(' ') }
      : {
          projects: [
            { extends: true, test: { name: 'alone', include: TESTS, exclude: shared } },
            { extends: true, test: { name: 'shared', include: shared, isolate: false } },
          ],
        }),
  },
})
