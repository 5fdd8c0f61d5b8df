import { defineConfig } from 'vitest/config'

// Its own file: the pages' Vite plugin has no business in these tests.
export default defineConfig({
  test: {
    // TESTS: those about some files only, for scripts/mutate.ts.
    include: process.env.TESTS?.split(' ') ?? ['{contract,server,app,scripts}/**/*.test.{ts,tsx}'],
    // NO_DATABASE: for tests that need none, likewise for scripts/mutate.ts.
    globalSetup: process.env.NO_DATABASE ? [] : ['server/test-support/global-setup.ts'],
    setupFiles: ['server/test-support/fail-on-console.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Room for a starved machine, where most tests take less than a second. No retries, here or in CI.
    // What a mutant makes hang is known sooner.
    testTimeout: process.env.TESTS ? 5_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    execArgv: ['--import', new URL('./server/runtime/resolve-drizzle-files.ts', import.meta.url).href],
  },
})
