import pg from 'pg'

/** On a connection of its own. A database that is killed meanwhile fails the query, and does not end the run. */
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
