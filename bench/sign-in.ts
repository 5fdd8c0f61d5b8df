// What a sign-in costs beyond its hash, and what 50 a second do to the pages. CPU of the server by sign-in against the
// CPU of the same argon2 verification alone in this process, in turns of 40, seven rounds; the row is the round with the
// median ratio, which repeats within 0.1. Then a steady 200 pages a second from ready bytes beside 50 sign-ins a second:
// 50 hashes are more than one of two cores can do.
import { hash, verify } from '@node-rs/argon2'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Stage } from './support/stage.ts'
import { getRequest, postRequest, startSteady } from './support/steady.ts'
import { typicalOf, type Row } from './support/table.ts'

export const PASSWORD = 'hooley-bench'
// As modules/auth/passwords.ts hashes.
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const PEOPLE = 40
// Until then V8 compiles, which is not the cost of a sign-in.
const WARM_UP = 1_500
const ROUNDS = 7

export async function makePeople(databaseUrl: string, passwordHash: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into users (email, first_name, last_name, password_hash)
     select 'signin' || n || '@example.org', 'Nora', 'Byrne', $1 from generate_series(1, $2::int) as n
     on conflict do nothing`,
    [passwordHash, PEOPLE],
  )
  await client.end()
}

const credentials = (n: number) =>
  JSON.stringify({ email: `signin${1 + (n % PEOPLE)}@example.org`, password: PASSWORD })

/** 600 calls a minute for each. */
const addressOf = (n: number) => `10.1.0.${n % 250}`

export const signInRequest = (n: number) =>
  postRequest('/api/auth/login', credentials(n), `x-forwarded-for: ${addressOf(n)}\r\n`)

const spent = (from: NodeJS.CpuUsage, to: NodeJS.CpuUsage) => (to.user + to.system - from.user - from.system) / 1000

async function hashCost(passwordHash: string): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < PEOPLE; n++) await verify(passwordHash, PASSWORD)
  return spent(before, process.cpuUsage()) / PEOPLE
}

export async function benchSignIn(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const passwordHash = await hash(PASSWORD, COST)
  await makePeople(stage.databaseUrl, passwordHash)
  const server = await stage.product()
  const signIn = async (n: number) => {
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(n) },
      body: credentials(n),
    })
    if (!response.ok) throw new Error(`sign-in: ${response.status}`)
    await response.arrayBuffer()
  }
  for (let n = 0; n < WARM_UP; n++) await signIn(n)
  say('  CPU of a sign-in')
  const rounds: { figure: number; limit: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const limit = await hashCost(passwordHash)
    const before = await server.ask<NodeJS.CpuUsage>('cpu')
    for (let n = 0; n < PEOPLE; n++) await signIn(n)
    rounds.push({ limit, figure: spent(before, await server.ask<NodeJS.CpuUsage>('cpu')) / PEOPLE })
  }
  const { figure, limit } = typicalOf(rounds, (round) => round.figure / round.limit)

  say('  pages beside 50 sign-ins a second')
  const { port } = server.ready
  const pages = await startSteady({ port, requests: [getRequest('/events/3000')], perSecond: 200, connections: 50 })
  const requests = Array.from({ length: PEOPLE }, (_, n) => signInRequest(n))
  const signIns = await startSteady({ port, requests, perSecond: 50, connections: 50 })
  await wait(2_000)
  await pages.report()
  await wait(8_000)
  const { p99 } = await pages.report()
  await signIns.stop()
  await pages.stop()
  await server.stop()
  return [
    { what: 'CPU of a sign-in, against its hash', figure, unit: 'ms', limit, aim: { atMost: 1.2 } },
    { what: 'page p99 beside 50 sign-ins a second', figure: p99, unit: 'ms', limit: 50, aim: { atMost: 1 } },
  ]
}
