import pg from 'pg'
import { expect, test } from 'vitest'
import type { Db } from '../../db/client.ts'
import { hashToken } from '../../http/session.ts'
import { world } from '../../test-support/world.ts'
import { findSessions } from './sessions.ts'

// PostgreSQL decides after five whether one plan for all is as good as a new one each time.
const DECIDED = 5

test('sessions, of which every request of a member needs one, are looked up by a plan that was made before', async () => {
  const { databaseUrl } = await world()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const db = { $client: client } as unknown as Db
  for (let n = 0; n < 2 * DECIDED; n++) await findSessions(db, [hashToken(String(n))], new Date())
  const { rows } = await client.query<{ custom: number }>(
    `select custom_plans as custom from pg_prepared_statements where name = 'find_sessions'`,
  )
  await client.end()
  expect(rows).toEqual([{ custom: DECIDED }])
})
