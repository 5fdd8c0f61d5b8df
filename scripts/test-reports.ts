// Which tests of a run failed, read from the reports of vitest and Playwright, and how one of them is run by itself.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface FailedTest {
  file: string
  title: string
  /** Runs this test alone. */
  command: string[]
}

export interface Report {
  file: string
  /** What to add to the command so that it writes the file. */
  options: string[]
  env: Record<string, string>
  read: (report: unknown) => FailedTest[]
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; line: number; tests: { projectName: string; status: string }[] }[]
}

const npx = (...command: string[]) => ['npx', '--no-install', ...command]
const asPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function failedInVitest(report: VitestReport): FailedTest[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // The file itself could not be loaded, or a hook failed.
    if (failed.length === 0 && status === 'failed')
      return [{ file, title: 'the whole file', command: npx('vitest', 'run', file) }]
    return failed.map(({ fullName: title }) => ({
      file,
      title,
      command: npx('vitest', 'run', file, '-t', `^${asPattern(title)}$`),
    }))
  })
}

export function failedInPlaywright(report: { suites: PlaywrightSuite[] }): FailedTest[] {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  return report.suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => ({
        file: `e2e/${file}`,
        title,
        command: npx('playwright', 'test', `e2e/${file}:${line}`, `--project=${projectName}`),
      })),
  )
}

export const VITEST_REPORT: Report = {
  file: 'test-results/unit.json',
  options: ['--', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'],
  env: {},
  read: (report) => failedInVitest(report as VitestReport),
}

export const PLAYWRIGHT_REPORT: Report = {
  file: 'test-results/.journeys.json',
  options: ['--', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'test-results/.journeys.json' },
  read: (report) => failedInPlaywright(report as { suites: PlaywrightSuite[] }),
}

/** None: the run failed otherwise, or wrote no report. */
export function failedTests({ file, read }: Report): FailedTest[] {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : []
}

/** A second run may not excuse these: what they are about must hold every time. */
const RED_IS_RED =
  /ledger|oversold|tickets|waiting-list|door|money|payment|till|auth|account|cures|security|sign-in|google|session|races?\b|kill|at once|same moment/i

export const mayRunAgain = ({ file, title }: FailedTest) => !RED_IS_RED.test(`${file} ${title}`)

/** Three tests that pass only the second time are no accident any more. */
export const MOST_UNSTEADY = 2
