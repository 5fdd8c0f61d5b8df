// Years of mails and scans, written in batches without the checks that a real one passes.
import type pg from 'pg'

const BATCH = 500_000
const LINKS = 1_000

export async function fill(client: pg.Client, userIds: number[], rows: number) {
  const [first = 1, last = 1] = [userIds[0], userIds.at(-1)]
  // Foreign keys hold by construction: to check each of millions would take the time of the whole run.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into door_links (event_id, token_hash, name, may_add, created_by)
     select (select min(id) from events), sha256(n::text::bytea), 'Door ' || n, false, $1 from generate_series(1, ${LINKS}) n`,
    [first],
  )
  for (let from = 0; from < rows; from += BATCH) {
    const [begin, end] = [from + 1, Math.min(rows, from + BATCH)]
    await client.query(
      `insert into mails (kind, user_id, status, sent_at, created_at, next_attempt_at)
       select 'booking', ${first} + n % ${last - first + 1}, 'sent', at, at, at
       from generate_series(${begin}, ${end}) n cross join lateral (select now() - interval '3 years' * (1 - n / ${rows}.0) as at) as moment`,
    )
    await client.query(
      `insert into door_scans (link_id, id, event_id, ticket_id, kind, seats, at, corrected_at, received_at, verdict, admitted,
         total, places, counts)
       select link.first + n * ${LINKS - 1}::bigint / ${rows}, 'scan-' || n, 1, ticket.first + n % 100000, 'admit', 1,
         at, at, at, 'admitted', 1, 1, 1, 1
       from generate_series(${begin}, ${end}) n cross join lateral (select now() - interval '3 years' * (1 - n / ${rows}.0) as at) as moment,
         (select min(id) as first from door_links) as link, (select min(id) as first from tickets) as ticket`,
    )
  }
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze mails, door_scans')
}
