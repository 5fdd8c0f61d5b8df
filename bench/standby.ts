// What a commit costs with a synchronous standby: a leader and a replica of it on this machine, both waiting for their disk. One
// connection inserts a row and waits, in turns without the standby, with what it has written, and with what it shows.
import pg from 'pg'
import { startPair } from '../server/test-support/replica-pair.ts'
import type { Stage } from './support/stage.ts'
import { median, type Row } from './support/table.ts'

const ROUNDS = 10
const COMMITS = 50
const KINDS = ['local', 'on', 'remote_apply'] as const

async function commitTimes(client: pg.Client): Promise<Record<(typeof KINDS)[number], number[]>> {
  const times = { local: [] as number[], on: [] as number[], remote_apply: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++)
    for (const kind of KINDS) {
      await client.query(`set synchronous_commit = ${kind}`)
      for (let n = 0; n < COMMITS; n++) {
        const from = performance.now()
        await client.query(`insert into standby_bench values ('a row')`)
        // The first round warms up.
        if (round > 0) times[kind].push(performance.now() - from)
      }
    }
  return times
}

export async function benchStandby(_stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const pair = await startPair({ isSafe: true })
  try {
    await pair.leader.query('create table standby_bench (text text)')
    await pair.caughtUp()
    await pair.leader.query(`alter system set synchronous_standby_names = '*'`)
    await pair.leader.query('select pg_reload_conf()')
    const client = new pg.Client({ connectionString: pair.leader.url })
    await client.connect()
    const times = await commitTimes(client)
    const { rows } = await client.query<{ state: string }>('select sync_state as state from pg_stat_replication')
    await client.end()
    if (rows[0]?.state !== 'sync') throw new Error('The replica is not a synchronous one.')
    const [alone, written, shown] = KINDS.map((kind) => median(times[kind]))
    const p50 = (ms = 0) => `${ms.toFixed(2)} ms`
    say(`  a commit, p50: alone ${p50(alone)}, with the standby ${p50(written)}, shown by it ${p50(shown)}`)
    const what = 'a commit with a synchronous standby, against one without'
    return [{ what, figure: written ?? NaN, unit: 'ms', limit: alone ?? NaN, aim: { atMost: 3 } }]
  } finally {
    await pair.close()
  }
}
