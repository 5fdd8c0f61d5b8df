// Makes a used clone of the template as new, for a third of what another clone takes; or says that it cannot, because more
// than rows was changed.
import pg from 'pg'

/** What the template is like: plain data, for the workers. */
export interface Template {
  /** Changes with every change of the schema, of a function or of the planner's statistics. */
  mark: string
  /** Tables that have rows in the template; a database in which one of them was changed is not reused. */
  filled: string[]
}

const CATALOGS = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_index', 'pg_trigger', 'pg_proc', 'pg_rewrite'],
  ...['pg_type', 'pg_enum', 'pg_namespace', 'pg_extension', 'pg_policy'],
  // Not what autovacuum finds out about the catalogues themselves.
  'pg_statistic where starelid >= 16384',
]

// A row that was written after the template has a later transaction; one that was taken away is missing in the count.
const latest = (rows: string) => `select '${rows}' as name, count(*) as n, max(xmin::text::bigint) as x from ${rows}`

const SETTINGS = `select 'settings', count(*), 0 from pg_db_role_setting
  where setdatabase = (select oid from pg_database where datname = current_database())`

async function markOf(client: pg.Client, filled: string[]): Promise<string> {
  const parts = [...[...CATALOGS, ...filled].map(latest), SETTINGS].join(' union all ')
  const { rows } = await client.query<{ mark: string }>(
    `select string_agg(concat_ws(' ', name, n, x), ', ' order by name) as mark from (${parts}) as parts`,
  )
  return rows[0]?.mark ?? ''
}

const OWN = `relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function readTemplate(url: string): Promise<Template> {
  const client = await connect(url)
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where ${OWN} and pg_relation_size(oid) > 0 order by 1`,
    )
    const filled = []
    for (const { name } of tables) {
      const { rowCount } = await client.query(`select 1 from ${name} limit 1`)
      if (rowCount) filled.push(name)
    }
    return { mark: await markOf(client, filled), filled }
  } finally {
    await client.end()
  }
}

// Beyond this a fresh copy is quicker, and emptied tables would be mostly holes.
const MOST_ROWS = 3_000

const OTHERS = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

// As a replica, neither foreign keys nor the triggers that forbid it are asked.
const empty = (filled: string[]) => `set session_replication_role = replica;
  do $$
  declare
    one regclass;
    n bigint;
    total bigint := 0;
    restarted record;
  begin
    for one in
      select oid from pg_class
      where ${OWN} and pg_relation_size(oid) > 0 and not oid = any ('{${filled.join(',')}}'::regclass[])
    loop
      execute format('delete from %s', one);
      get diagnostics n = row_count;
      total := total + n;
      if total > ${MOST_ROWS} then raise exception 'too many rows'; end if;
    end loop;
    for restarted in
      select format('%I.%I', schemaname, sequencename)::regclass as name, start_value from pg_sequences
      where last_value is not null and schemaname = 'public'
    loop
      perform setval(restarted.name, restarted.start_value, false);
    end loop;
  end $$;`

/** Whether the database at this address is as new now; one that a test has dropped is not. */
export async function reset(url: string, { mark, filled }: Template): Promise<boolean> {
  const client = await connect(url).catch(() => null)
  if (!client) return false
  try {
    await client.query(OTHERS)
    if ((await markOf(client, filled)) !== mark) return false
    await client.query(empty(filled))
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
