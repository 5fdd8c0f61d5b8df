// `npm run mutate -- sql`: takes each rule of scripts/sql-mutants.ts away in turn. It is changed in the template database that
// the tests clone, so that a mutant costs its tests and nothing else.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { createVitest, type Vitest } from 'vitest/node'
import { TEMPLATE, USED } from '../server/test-support/global-setup.ts'
import { SQL_MUTANTS } from './sql-mutants.ts'

/** The statement of a migration, in a form that can be run again; a file of functions has that form. */
function statementWith(file: string, text: string, search: string): string {
  const parts = file.startsWith('functions/') ? [text] : text.split('--> statement-breakpoint')
  const found = parts.filter((part) => part.includes(search))
  if (found.length !== 1 || found[0]?.split(search).length !== 2) throw new Error(`${file} has not once: ${search}`)
  return found[0].replace(/CREATE (FUNCTION|TRIGGER)/, 'CREATE OR REPLACE $1')
}

async function apply(vitest: Vitest, statement: string) {
  const server = new URL(vitest.getRootProject().getProvidedContext().postgresUrl)
  for (const [database, text] of [
    [TEMPLATE, statement],
    // Clones from before, which a test would otherwise get again.
    [server.pathname.slice(1), `delete from ${USED}`],
  ] as const) {
    server.pathname = `/${database}`
    const client = new pg.Client({ connectionString: server.href })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
}

/** What fails first; undefined: all tests pass. */
async function findFailure(vitest: Vitest, tests: string[]): Promise<string | undefined> {
  vitest.state.filesMap.clear()
  vitest.state.errorsSet.clear()
  const { testModules, unhandledErrors } = await vitest.start(tests)
  if (unhandledErrors.length > 0) return String(unhandledErrors[0])
  for (const testModule of testModules) {
    for (const test of testModule.children.allTests('failed')) return test.fullName
    const [error] = testModule.errors()
    if (error) return error.message
  }
  return testModules.length === 0 ? 'no tests found' : undefined
}

/** `only`: those whose rule matches it. */
export async function mutateSql(only = ''): Promise<void> {
  const changes = []
  for (const [file, rows] of Object.entries(SQL_MUTANTS)) {
    const text = await readFile(`server/db/${file}`, 'utf8')
    for (const [rule, search, replacement, ...tests] of rows) {
      const statement = statementWith(file, text, search)
      const mutant = statement.replace(search, () => replacement)
      if (new RegExp(only).test(rule)) changes.push({ file, rule, statement, mutant, tests })
    }
  }
  if (changes.length === 0) throw new Error(`No rule matches ${only}.`)
  const tests = [...new Set(changes.flatMap((change) => change.tests))]
  process.env.TESTS = tests.join(' ')
  const vitest = await createVitest('test', {
    watch: false,
    bail: 1,
    reporters: [],
    maxWorkers: 2,
    onConsoleLog: () => false,
  })
  try {
    const before = await findFailure(vitest, tests)
    if (before) throw new Error(`Red before anything is taken away: ${before}`)
    let killed = 0
    for (const { file, rule, statement, mutant, tests } of changes) {
      await apply(vitest, mutant)
      const failure = await findFailure(vitest, tests)
      await apply(vitest, statement)
      console.log(failure ? `killed   ${rule} (${failure})` : `SURVIVED ${file}: ${rule}`)
      if (failure) killed++
    }
    console.log(`${killed} of ${changes.length} killed`)
  } finally {
    await vitest.close()
  }
}
