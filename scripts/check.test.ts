import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { testsFor } from './changed-tests.ts'
import { failedInPlaywright, failedInVitest, mayRunAgain } from './test-reports.ts'

describe('tests that failed are run again', () => {
  test('by their file and their whole name', () => {
    const name = path.resolve('contract/prices.test.ts')
    const assertionResults = [
      { fullName: 'a sum (of 1 + 1) is right', status: 'failed' },
      { fullName: 'fine', status: 'passed' },
    ]
    const failed = failedInVitest({ testResults: [{ name, status: 'failed', assertionResults }] })
    expect(failed.map(({ command }) => command.slice(2))).toEqual([
      ['vitest', 'run', 'contract/prices.test.ts', '-t', '^a sum \\(of 1 \\+ 1\\) is right$'],
    ])
  })

  test('as a whole file where it could not be loaded', () => {
    const name = path.resolve('contract/prices.test.ts')
    const [test] = failedInVitest({ testResults: [{ name, status: 'failed', assertionResults: [] }] })
    expect(test?.command.slice(2)).toEqual(['vitest', 'run', 'contract/prices.test.ts'])
  })

  test('as journeys of one width, also within a group', () => {
    const tests = [
      { projectName: 'phone', status: 'unexpected' },
      { projectName: 'desktop', status: 'expected' },
    ]
    const group = { file: 'home.spec.ts', specs: [{ title: 'home', file: 'home.spec.ts', line: 5, tests }] }
    const failed = failedInPlaywright({ suites: [{ file: 'home.spec.ts', specs: [], suites: [group] }] })
    expect(failed.map(({ command }) => command.slice(2))).toEqual([
      ['playwright', 'test', 'e2e/home.spec.ts:5', '--project=phone'],
    ])
  })

  test.each([
    ['server/ledger/settle.test.ts', 'an offer ends', false],
    ['server/modules/door/door.test.ts', 'a code opens', false],
    ['e2e/security.spec.ts', 'a photo is cut out', false],
    ['server/modules/profile/photos.test.ts', 'two pictures at once', false],
    ['server/modules/team/races.test.ts', 'two invitations', false],
    ['e2e/home.spec.ts', 'home shows the next events', true],
    ['contract/prices.test.ts', 'a price has two decimals', true],
  ])('unless red is red: %s, %s', (file, title, isRunAgain) => {
    expect(mayRunAgain({ file, title, command: [] })).toBe(isRunAgain)
  })
})

describe('of a change', () => {
  test('the tests of its noun run: contract, server, screen and journeys', () => {
    const { unit, journeys } = testsFor(['server/modules/door/scans.ts'])
    expect(unit).toContain('server/modules/door/door.test.ts')
    expect(unit).toContain('server/authorization.test.ts')
    expect(unit).not.toContain('server/modules/events/search.test.ts')
    expect(journeys).toEqual(['e2e/door.spec.ts'])
  })

  test('a test that was changed runs, and one that was deleted does not', () => {
    const { unit, journeys } = testsFor(['contract/gone.test.ts', 'scripts/check.test.ts', 'e2e/home.spec.ts'])
    expect({ unit, journeys }).toEqual({ unit: ['scripts/check.test.ts'], journeys: ['e2e/home.spec.ts'] })
  })

  test('a document touches no test', () => {
    expect(testsFor(['docs/tests.md'])).toEqual({ unit: [], journeys: [] })
  })
})
