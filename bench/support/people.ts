// Somebody who is signed in, straight into the database.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

export interface Person {
  id: number
  token: string
}

export async function signedIn(databaseUrl: string, count = 1): Promise<Person[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const people: Person[] = []
  for (let n = 0; n < count; n++) {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await client.query<{ id: number }>(
      `insert into users (email, first_name, last_name) values ($1, 'Nora', 'Byrne') returning id`,
      [`${token}@example.org`],
    )
    const id = rows[0]?.id ?? 0
    await client.query(
      `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [createHash('sha256').update(token).digest(), id],
    )
    people.push({ id, token })
  }
  await client.end()
  return people
}
