import { sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

/** Far below the number of parameters that a statement may have. */
const AT_ONCE = 1_000

export function portionsOf<T>(rows: T[]): T[][] {
  const portions: T[][] = []
  for (let at = 0; at < rows.length; at += AT_ONCE) portions.push(rows.slice(at, at + AT_ONCE))
  return portions
}

/** Each of the rows by its id, a thousand with one statement; its keys are the names of the columns. */
export async function updateAll(tx: Tx, table: string, rows: Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
  const changes = columns.map((name) => sql`${sql.identifier(name)} = changed.${sql.identifier(name)}`)
  for (const some of portionsOf(rows))
    await tx.execute(sql`
      update ${sql.identifier(table)} as stored set ${sql.join(changes, sql`, `)}
      from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(some)}::jsonb) as changed
      where stored.id = changed.id`)
}
