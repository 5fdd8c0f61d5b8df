// How `npm run mutate` (scripts/mutate.ts) lets Stryker look at one group of files with the tests that are about them.
import { createHash } from 'node:crypto'

const { MUTATE_SAMPLE: sample, MUTATE_SEED: seed, MUTATE_WORKERS: workers = 2 } = process.env

/** Stryker cannot sample: this lets the mutants through that come first in the order of the seed, and refuses the rest. */
class SampleChecker {
  init() {
    return Promise.resolve()
  }

  /** Asked once, with all of them: each that is in the sample is a group of one, and the rest is a single group. */
  group(mutants) {
    const drawn = ({ fileName, location, replacement }) =>
      createHash('sha256')
        .update(JSON.stringify([seed, fileName.split('/').slice(-3), location, replacement]))
        .digest('hex')
    const ids = mutants
      .map((mutant) => ({ id: mutant.id, drawn: drawn(mutant) }))
      .sort((a, b) => (a.drawn < b.drawn ? -1 : 1))
      .map(({ id }) => id)
    // A rest of one could not be told from one of the sample.
    const rest = ids.splice(ids.length === Number(sample) + 1 ? ids.length - 2 : Number(sample))
    return Promise.resolve([...ids.map((id) => [id]), ...(rest.length > 0 ? [rest] : [])])
  }

  check(mutants) {
    const result =
      mutants.length === 1 ? { status: 'passed' } : { status: 'compileError', reason: 'Not in the sample.' }
    return Promise.resolve(Object.fromEntries(mutants.map(({ id }) => [id, result])))
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './stryker.config.mjs'],
  vitest: { configFile: 'vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(workers),
  timeoutMS: 8_000,
  // All tests of a group, once, on a machine that is busy with something else.
  dryRunTimeoutMinutes: 20,
  // A constant of a module counts for every test; whether it matters is seen by those that use it.
  ignoreStatic: true,
  // In a sample every mutant is to be about a rule: words and whole statements of SQL are not.
  ...(sample && { checkers: ['sample'], mutator: { excludedMutations: ['StringLiteral'] } }),
  tempDirName: '.stryker',
  ignorePatterns: ['data', 'screenshots', 'test-results', '.git'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
