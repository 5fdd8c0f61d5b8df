// What a schema of a database is made of, one line for each column, constraint, index, function and trigger, so that two
// databases can be compared. The order of columns is left out: it depends on how a database came to be.
import type pg from 'pg'

const LINES = `
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end
    || case when a.attnotnull then ' not null' else '' end
    || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
    || case a.attgenerated when '' then ' default ' else ' generated ' end
    || coalesce(pg_get_expr(d.adbin, d.adrelid), 'none') as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = $1::regnamespace and c.relkind = 'r'
  union all
  select 'constraint ' || r.relname || '.' || k.conname || ' ' || pg_get_constraintdef(k.oid)
  from pg_constraint k join pg_class r on r.oid = k.conrelid
  where k.connamespace = $1::regnamespace and k.contype in ('p', 'u', 'c', 'f', 'x')
  union all
  select 'index ' || c.relname || ' ' || pg_get_indexdef(c.oid) || case when i.indisvalid then '' else ' invalid' end
  from pg_class c join pg_index i on i.indexrelid = c.oid where c.relnamespace = $1::regnamespace
  union all
  select 'function ' || p.proname || ' ' || pg_get_functiondef(p.oid) from pg_proc p
  where p.pronamespace = $1::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  union all
  select 'trigger ' || c.relname || '.' || g.tgname || ' ' || pg_get_triggerdef(g.oid)
  from pg_trigger g join pg_class c on c.oid = g.tgrelid
  where c.relnamespace = $1::regnamespace and not g.tgisinternal`

/** Inside a transaction, whose search path it changes. */
export async function readCatalog(client: pg.Client, schema = 'public'): Promise<string[]> {
  const path = schema === 'public' ? 'public' : `${schema}, public`
  await client.query(`set local search_path = ${path}`)
  const { rows } = await client.query<{ line: string }>(LINES, [schema])
  // Parentheses differ between a database and what was restored from its dump.
  return rows.map(({ line }) => line.replaceAll(`${schema}.`, '').replace(/[()]/g, '')).toSorted()
}
