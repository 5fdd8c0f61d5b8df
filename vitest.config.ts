import { defineConfig } from 'vitest/config'

// Its own file: the pages' Vite plugin has no business in these tests.
export default defineConfig({
  test: {
    include: ['{contract,server,app,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test-support/global-setup.ts'],
    setupFiles: ['server/test-support/fail-on-console.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
