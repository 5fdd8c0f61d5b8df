import pg from 'pg'

/** On a separate connection. If the database is killed, the query fails and the run goes on. */
export async function queryOnce<T extends pg.QueryResultRow>(
  config: string | pg.ClientConfig,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
