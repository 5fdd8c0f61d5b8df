// The job export-data: one file with everything about somebody, table by table, and their pictures.
import { SITE } from '../../../contract/site.ts'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, asc, eq, getTableColumns, getTableName, gt, is, isNotNull, lt, SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DAY } from '../../../contract/durations.ts'
import { EXPORT_DAYS } from '../../../contract/limits.ts'
import type { Me, PersonalTable } from '../../access/personal-data.ts'
import type { Db } from '../../db/client.ts'
import { dataExports } from '../../db/schema/account.ts'
import { visibleOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { uploads } from '../../db/schema/storage.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { openZip, textEntry, type ZipEntry } from '../../http/zip.ts'
import { eventEntries, toComeEntries } from '../event-export/module.ts'

// About 1 MB of the longest rows.
const ROWS_AT_ONCE = 100

const README = `Everything that ${SITE.name} keeps about you.

data/      one file of JSON for each kind of thing; times are in UTC
pictures/  what you have uploaded
events/    each event that you created, as its own export has it, with the codes of its guests
events.json  all of them that are not over, and each series once: another Hooley makes drafts of this file

Left out, so that nobody who finds this file can use it: passwords, keys, the tokens of links, and the codes of your tickets,
of places sent to friends and of waiting lists. Also left out: what other people reported about you, and who decided.
What was entered under your email address without your account, such as a place on a guest list, an invitation or a report,
is here only if you had confirmed the address.
`

/** The event's title beside its number, where the person may see it. */
const eventOf = (eventId: PgColumn, me: Me) => sql`(
  select json_build_object('title', e.title, 'startTime', e.start_time) from events e
  where e.id = ${eventId} and (${visibleOnly('e')} or e.creator_id = ${me.id} or ${me.id} = any (e.manager_ids)))`

/** Rows of one table as a JSON array, a page at a time. */
export async function* rowsAsJson(db: Db, { table, of, by, secret = [] }: PersonalTable, me: Me) {
  const all = getTableColumns(table)
  const columns = Object.fromEntries(Object.entries(all).filter(([name]) => !secret.includes(name)))
  const shown = { ...columns, ...(all.eventId && { event: eventOf(all.eventId, me) }) }
  const isAfter = (last: unknown) => (is(by, SQL) ? sql`${by} > ${last}` : gt(by, last))
  let after: unknown
  let isFirst = true
  yield '['
  for (;;) {
    const rows = await db
      .select({ shown, cursor: by })
      .from(table)
      .where(and(of(me), after === undefined ? undefined : isAfter(after)))
      .orderBy(asc(by))
      .limit(ROWS_AT_ONCE)
    for (const row of rows) {
      yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(row.shown)}`
      isFirst = false
    }
    if (rows.length < ROWS_AT_ONCE) break
    after = rows.at(-1)?.cursor
  }
  yield '\n]\n'
}

async function entriesFor(deps: Deps, me: Me): Promise<ZipEntry[]> {
  const { db, storage, personalTables } = deps
  const tables = personalTables.map((personal) =>
    textEntry(`data/${getTableName(personal.table).replaceAll('_', '-')}.json`, () =>
      Readable.from(rowsAsJson(db, personal, me)),
    ),
  )
  const created = await db.select().from(events).where(eq(events.creatorId, me.id)).orderBy(events.id)
  const pictures = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.userId, me.id), isNotNull(uploads.storedAt)))
    .orderBy(uploads.createdAt)
  return [
    textEntry('README.txt', () => README),
    ...tables,
    ...(await toComeEntries(deps, me.id, created)),
    ...created.flatMap((event) => eventEntries(deps, event, `events/${event.id}/`)),
    ...pictures.map(({ key }) => ({
      name: `pictures/${key.replace(/^events\//, '')}`,
      compress: false,
      open: async () => (await storage.read(key))?.stream ?? null,
    })),
  ]
}

/** May run twice: what the first run has stored is written down before the email says so, or is swept as nobody's. */
export async function exportData(deps: Deps, { payload, lease }: Job): Promise<void> {
  const { db, storage, clock } = deps
  const exportId = Number(payload.exportId)
  const [asked] = await db
    .select({ state: dataExports.state, stored: dataExports.key, id: users.id })
    .from(dataExports)
    .innerJoin(users, eq(users.id, dataExports.userId))
    .where(eq(dataExports.id, exportId))
  if (asked?.state !== 'preparing') return
  // Of a run that failed half-way.
  if (asked.stored) await storage.remove(asked.stored)
  const folder = await mkdtemp(join(tmpdir(), 'hooley-export-'))
  try {
    const path = join(folder, 'export.zip')
    const file = createWriteStream(path, { mode: 0o600 })
    await pipeline(openZip(await entriesFor(deps, asked)), file, { signal: lease.signal })
    const key = `exports/${randomBytes(24).toString('hex')}.zip`
    // Named first, so that the sweep finds the file even if this process dies right after storing it.
    const expiresAt = new Date(clock().getTime() + EXPORT_DAYS * DAY)
    await db.update(dataExports).set({ key, expiresAt }).where(eq(dataExports.id, exportId))
    lease.check()
    await storage.putFile(key, path, 'application/zip')
    const { size } = await stat(path)
    await db.transaction(async (tx) => {
      const [ready] = await tx
        .update(dataExports)
        .set({ state: 'ready', bytes: size, readyAt: clock() })
        .where(and(eq(dataExports.id, exportId), eq(dataExports.key, key)))
        .returning({ id: dataExports.id })
      if (ready) await deps.mails.add(tx, { kind: 'export-ready', userId: asked.id })
    })
    deps.jobs.nudge()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The job remove-exports: files whose days are over, and what never became ready. */
export async function removeExports({ db, storage, clock }: Deps): Promise<number> {
  const now = clock()
  const over = await db.select().from(dataExports).where(lt(dataExports.expiresAt, now))
  for (const { id, key } of over) {
    if (key) await storage.remove(key)
    await db.delete(dataExports).where(eq(dataExports.id, id))
  }
  return over.length
}
