// The tests of the API once more, each server behind PgBouncer in transaction mode: a connection is somebody else's after
// every transaction.
import { existsSync } from 'node:fs'
import { PGBOUNCER } from '../../server/test-support/pooler.ts'
import { Missing, type Scenario } from './scenario.ts'
import { suite } from './test-suites.ts'

/** Everything that asks the API; left out is what ends, counts or watches single connections, which are the pooler's here. */
const FILES = [
  'server/modules/',
  'server/ledger/histories.test.ts',
  'server/mail/',
  'server/cache/event-changes.test.ts',
  'server/authorization.test.ts',
  'server/enumeration.test.ts',
  'server/fuzz.test.ts',
  'server/headers.test.ts',
  'server/hostile-text.test.ts',
  'server/long-requests.test.ts',
  'server/mail-links.test.ts',
  'server/odd-requests.test.ts',
  'server/saved-page.test.ts',
  'server/search-pages.test.ts',
  'server/short-lists.test.ts',
]

function run() {
  if (!existsSync(PGBOUNCER)) throw new Missing(`${PGBOUNCER} is not installed`)
  return suite(FILES, { POOLER: 'transaction' })
}

export const pooler: Scenario[] = [
  { name: 'pooler', did: 'the tests of the API through PgBouncer in transaction mode', run: async () => run() },
]
