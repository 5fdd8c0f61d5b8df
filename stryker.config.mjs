// How `npm run mutate` (scripts/mutate.ts) lets Stryker look at one group of files with the tests that are about them.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATE_WORKERS ?? 2),
  timeoutMS: 8_000,
  // A constant of a module counts for every test; whether it matters is seen by those that use it.
  ignoreStatic: true,
  tempDirName: '.stryker',
  ignorePatterns: ['data', 'screenshots', 'test-results', '.git'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
