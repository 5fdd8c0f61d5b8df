import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE, USED } from './global-setup.ts'
import { reset } from './reset-database.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

// One for all the worlds of a process: to connect takes a tenth of what a clone takes.
let admin: Promise<pg.Client> | undefined

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  const forget = () => (admin = undefined)
  client.on('error', forget).on('end', forget)
  await client.connect()
  return client
}

async function asAdmin<T extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<T[]> {
  admin ??= connect()
  return (await (await admin).query<T>(statement, values)).rows
}

interface Used {
  name: string
  uses: number
}

// What was deleted leaves holes behind.
const MOST_USES = 20

/** One that the world of any process has given back. */
async function takeUsed(): Promise<Used | undefined> {
  const [one] = await asAdmin<Used>(
    `delete from ${USED} where name = (select name from ${USED} limit 1 for update skip locked) returning name, uses`,
  )
  return one
}

const urlOf = (name: string) => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

const dropNow = (name: string) => asAdmin(`drop database if exists ${name} with (force)`)

function lend(name: string, uses: number): TestDatabase {
  let isGivenBack = false
  return {
    url: urlOf(name),
    async drop() {
      if (isGivenBack) return
      isGivenBack = true
      if (uses < MOST_USES) await asAdmin(`insert into ${USED} (name, uses) values ($1, $2)`, [name, uses])
      else await dropNow(name)
    },
  }
}

/**
 * A clone of the migrated template: one that was used before and is emptied, or a new one. Copied as files: without fsync the
 * checkpoint that it takes is cheap.
 */
export async function cloneDatabase(): Promise<TestDatabase> {
  for (let one = await takeUsed(); one; one = await takeUsed()) {
    if (await reset(urlOf(one.name), inject('template'))) return lend(one.name, one.uses + 1)
    await dropNow(one.name)
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return lend(name, 1)
}

/** What a server on it is told: with POOLER set, to go through PgBouncer (npm run trust -- pooler). */
export function settingsFor({ url }: TestDatabase): { DATABASE_URL: string } & Record<string, string> {
  const port = inject('poolerPort')
  if (!port) return { DATABASE_URL: url }
  const pooled = new URL(url)
  pooled.port = String(port)
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url, DATABASE_POOLER: 'transaction' }
}
