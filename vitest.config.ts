import { defineConfig } from 'vitest/config'

// Its own file: the pages' Vite plugin has no business in these tests.
export default defineConfig({
  test: {
    // TESTS: those about some files only, for scripts/mutate.ts.
    include: process.env.TESTS?.split(',') ?? ['{contract,server,app,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test-support/global-setup.ts'],
    setupFiles: ['server/test-support/fail-on-console.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Generous: a shared machine may be many times slower than a quiet one, and no test waits longer than it needs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A machine that CI shares with others may starve a race once; what is broken fails twice.
    retry: process.env.CI ? 1 : 0,
    execArgv: ['--import', new URL('./server/runtime/resolve-drizzle-files.ts', import.meta.url).href],
  },
})
