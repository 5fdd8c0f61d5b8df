// What is done to the cluster, and for how long writes may be away because of it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { HooleyMachine } from './hooley-machine.ts'
import type { Machine } from './machine.ts'

export interface Fault {
  name: string
  did: string
  /** Seconds for which writes may be away. */
  limit: number
  /** Bookers and visitors must not see a single error. */
  isInvisible?: boolean
  isQuick?: boolean
  run(cluster: Cluster, hooleys: HooleyMachine[]): Promise<void>
}

// Longer than Patroni's ttl of 20 s: another machine leads by then.
const FROZEN_MS = 28_000
const ETCD_AWAY_MS = 30_000
const AWAY_MS = 4_000

const must = (machine: Machine | undefined): Machine => {
  if (!machine) throw new Error('The cluster has no such machine.')
  return machine
}

async function newLeader(cluster: Cluster, { name }: Machine) {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(250)) {
    const leader = await cluster.leader()
    if (leader && leader.name !== name) return
  }
  throw new Error('Nobody took over within a minute.')
}

export const FAULTS: Fault[] = [
  {
    name: 'switchover',
    did: 'a planned switchover to the synchronous standby',
    limit: 8,
    isInvisible: true,
    isQuick: true,
    run: async (cluster) => cluster.switchover(),
  },
  {
    name: 'leader-machine',
    did: 'the machine of the leader loses its power: PostgreSQL, Patroni and a third of etcd',
    limit: 25,
    isQuick: true,
    async run(cluster) {
      const leader = must(await cluster.leader())
      await leader.kill()
      await newLeader(cluster, leader)
    },
  },
  {
    name: 'crash',
    did: 'kill -9 of the PostgreSQL that leads, Patroni alive',
    limit: 10,
    run: async (cluster) => must(await cluster.leader()).killPostgres(),
  },
  {
    name: 'standby-machine',
    did: 'the machine of the synchronous standby loses its power',
    limit: 8,
    async run(cluster) {
      await must(await cluster.synchronousStandby()).kill()
      await wait(AWAY_MS)
    },
  },
  {
    name: 'frozen',
    did: `the PostgreSQL that leads is frozen for ${FROZEN_MS / 1000} s and thawed again, Patroni alive`,
    limit: 25,
    async run(cluster) {
      const leader = must(await cluster.leader())
      leader.freezePostgres()
      try {
        await wait(FROZEN_MS)
      } finally {
        leader.thawPostgres()
      }
      await newLeader(cluster, leader)
    },
  },
  {
    name: 'etcd',
    did: `all three etcd are away for ${ETCD_AWAY_MS / 1000} s`,
    limit: 3,
    async run({ machines }) {
      await Promise.all(machines.map((machine) => machine.killEtcd()))
      await wait(ETCD_AWAY_MS)
    },
  },
  {
    name: 'hooley-machine',
    did: 'a machine of Hooley loses its power: an instance and its HAProxy',
    limit: 3,
    isInvisible: true,
    async run(_cluster, [first]) {
      await first?.kill()
      await wait(AWAY_MS)
      await first?.start()
    },
  },
]
