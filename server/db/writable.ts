// Would a write be committed now? A standby, a read-only node, a full disk and commits that wait for a lost standby say no.
import type pg from 'pg'

const PATIENCE_MS = 1_000

// The message goes into the write-ahead log and nowhere else: the smallest commit that takes the whole way of a booking's.
const TRY_TO_WRITE = `
  select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then false
    else pg_logical_emit_message(true, 'hooley', '') is not null end as writable`

/** The answer, or `otherwise` when it takes longer than that or fails. */
export function withinPatience<T>(question: Promise<T>, patienceMs: number, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => resolve(otherwise), patienceMs)
    const settle = (answer: T) => {
      clearTimeout(patience)
      resolve(answer)
    }
    question.then(settle, () => settle(otherwise))
  })
}

/** One question at a time, however many ask: while commits hang, probes must not take the connections of others. */
export function writableProbe(pool: pg.Pool, patience = 1): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  const ask = () =>
    pool
      .query<{ writable: boolean }>(TRY_TO_WRITE)
      .then(({ rows }) => rows[0]?.writable === true)
      .finally(() => (asking = undefined))
  return () => withinPatience((asking ??= ask()), PATIENCE_MS * patience, false)
}
