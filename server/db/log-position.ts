// A place in PostgreSQL's write-ahead log. After a failover the log goes on as another timeline: a node that stayed on the
// old one may have passed the place and still lack what was written there.
import type pg from 'pg'

const MOST_NODES = 100

export interface LogPosition {
  timeline: number
  lsn: bigint
}

/** '16/B374D848' as a number; null: no such thing. */
export function readLsn(text: unknown): bigint | null {
  const [, high, low] = (typeof text === 'string' && /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text)) || []
  return high === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const isReached = (has: LogPosition, needed: LogPosition) =>
  has.timeline === needed.timeline && has.lsn >= needed.lsn

// Up to where it is safe on disk, as every commit is before it is announced. What is written beyond that may die with the leader,
// and no replica would ever reach it.
const ON_LEADER = {
  lsn: 'pg_current_wal_flush_lsn()',
  timeline: `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`,
}

// The timeline that is being received is seen only with the role pg_monitor. Without it: that of the last restart point,
// which follows a failover minutes late, so that the leader is asked in the meantime.
const ON_REPLICA = {
  lsn: 'pg_last_wal_replay_lsn()',
  timeline: `coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint()))`,
}

/** Everything that was committed before lies before this. */
export const LEADER_POSITION = `select ${ON_LEADER.lsn}::text as lsn, ${ON_LEADER.timeline} as timeline`

/** What a read on a node sees, be it a replica or, where there is none, the leader; and which start of which. */
export const NODE_POSITION = `
  select pg_postmaster_start_time()::text as node, case when pg_is_in_recovery() then ${ON_REPLICA.lsn} else ${ON_LEADER.lsn} end::text as lsn,
    case when pg_is_in_recovery() then ${ON_REPLICA.timeline} else ${ON_LEADER.timeline} end as timeline`

/**
 * Where a node is, by all that it has ever said. With its leader away a replica receives nothing, and tells the timeline of its
 * last restart point instead: that of the leader before the last one, for minutes after a switchover. Until it is started
 * again a node never goes back to an earlier timeline, so that the newest it reported still holds.
 */
export function nodePositions() {
  const timelines = new Map<unknown, number>()
  return (result: pg.QueryResult<{ node: unknown; lsn: unknown; timeline: unknown }>): LogPosition => {
    const { lsn, timeline } = positionOf(result)
    const node = result.rows[0]?.node
    const newest = Math.max(timeline, timelines.get(node) ?? 0)
    // Each start of a node counts as another node.
    if (timelines.size >= MOST_NODES) timelines.clear()
    timelines.set(node, newest)
    return { timeline: newest, lsn }
  }
}

export function positionOf({ rows }: pg.QueryResult<{ lsn: unknown; timeline: unknown }>): LogPosition {
  const [row] = rows
  const lsn = readLsn(row?.lsn)
  if (lsn === null || typeof row?.timeline !== 'number') throw new Error('the database tells no position of its log')
  return { timeline: row.timeline, lsn }
}
