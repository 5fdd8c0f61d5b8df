// The day on which a deletion is final. Files first, then every table in one transaction: should this process die in
// between, the account is still there to begin again with.
import { and, arrayContains, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { isPublic } from '../../../contract/event-status.ts'
import { confirmedAddressOf, type Me } from '../../access/personal-data.ts'
import { outboxFolder } from '../../config.ts'
import type { Tx } from '../../db/client.ts'
import { dataExports } from '../../db/schema/account.ts'
import { pendingChanges } from '../../db/schema/event-states.ts'
import { events } from '../../db/schema/events.ts'
import { follows } from '../../db/schema/follows.ts'
import { mails } from '../../db/schema/mails.ts'
import { moderationWords } from '../../db/schema/moderation.ts'
import { eventSeries } from '../../db/schema/series.ts'
import { uploads } from '../../db/schema/storage.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { removeKeptMails } from '../../mail/folder-outbox.ts'
import { cancelEvent, deleteEvent } from '../events/module.ts'
import { removeFiles } from '../storage/module.ts'
import { listUpcomingEvents } from './queries.ts'

// Each takes a separate transaction; the rest waits for the next run.
const AT_ONCE = 100

/** The job delete-accounts. */
export async function eraseAccounts(deps: Deps, { lease }: Pick<Job, 'lease'>): Promise<number> {
  const due = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.deletionAt, deps.clock()), isNull(users.deletedAt)))
    .orderBy(users.deletionAt)
    .limit(AT_ONCE)
  const failures: unknown[] = []
  for (const person of due) {
    lease.check()
    // One that cannot be erased now does not keep the others waiting.
    await eraseAccount(deps, person).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
  return due.length
}

/** A manager may have reinstated an event since; nobody is left to run it. */
async function endEvents(deps: Deps, me: Me) {
  for (const eventId of await listUpcomingEvents(deps.db, me.id, deps.clock())) await cancelEvent(deps, me, eventId, {})
  const neverBooked = await deps.db
    .select({ id: events.id })
    .from(events)
    .leftJoin(tickets, eq(tickets.eventId, events.id))
    .where(
      and(
        eq(events.creatorId, me.id),
        isNull(tickets.id),
        sql`not exists (select from orders o where o.event_id = ${events.id})`,
      ),
    )
  for (const { id } of neverBooked) await deleteEvent(deps, me, id)
}

/** What a manager uploaded for somebody else's event is that event's. */
const handOverPictures = ({ db }: Deps, me: Me) =>
  db.execute(sql`
    update uploads set user_id = e.creator_id from events e
    where uploads.user_id = ${me.id} and e.image_url = uploads.key and e.creator_id <> ${me.id}`)

/** In the folder of the outbox, also from before emails were sent: what went to the account, and what names its confirmed address. */
async function eraseKeptMails({ db, config }: Deps, me: Me) {
  const { rows } = await db.execute<{ address: string | null }>(sql`select ${confirmedAddressOf(me)} as address`)
  const own = await db.select({ id: mails.id, kind: mails.kind }).from(mails).where(eq(mails.userId, me.id))
  const names = new Set(own.map(({ id, kind }) => `${kind}-${id}`))
  await removeKeptMails(outboxFolder(config), { names, address: rows[0]?.address ?? null })
}

async function eraseFiles(deps: Deps, me: Me) {
  const { db, storage } = deps
  await handOverPictures(deps, me)
  const pictures = await db.select().from(uploads).where(eq(uploads.userId, me.id))
  for (const picture of pictures) {
    storage.deleted.add(picture.key)
    await removeFiles(deps, picture)
  }
  const files = await db.select({ key: dataExports.key }).from(dataExports).where(eq(dataExports.userId, me.id))
  for (const { key } of files) if (key) await storage.remove(key)
  await eraseKeptMails(deps, me)
}

/** What waits to be done and names the person: in emails to others too, and by a confirmed address alone. */
async function eraseWork(tx: Tx, me: Me) {
  const id = String(me.id)
  // The fields of payloads that hold an address or an account: a name inside a longer address is somebody else.
  const names = sql`lower(payload ->> 'to') = ${confirmedAddressOf(me)} or lower(payload ->> 'email') = ${confirmedAddressOf(me)}
    or payload ->> 'askedBy' = ${id}`
  await tx.delete(mails).where(and(eq(mails.status, 'waiting'), names))
  await tx.execute(sql`delete from jobs where payload ->> 'userId' = ${id}`)
}

/** The name was found with the creator's events; the trigger takes it out of them, and nobody else may have it. */
export const eraseWords = (tx: Tx, { firstName, publicName }: { firstName: string; publicName: string }) =>
  tx.execute(sql`
    delete from search_words w where w.word = any (search_lexemes(${`${firstName} ${publicName}`})) and not exists (
      select from event_search s where s.front @@ quote_literal(w.word)::tsquery)`)

// What those who were there still see of it: when and where it was.
const BLANK = { title: 'Title removed', description: '', artistDescription: null, posterSeed: null }

async function eraseAccount(deps: Deps, me: Me): Promise<void> {
  const { id } = me
  await endEvents(deps, me)
  await eraseFiles(deps, me)
  const told = await deps.db.transaction(async (tx) => {
    const [kept] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
    if (!kept?.deletionAt || kept.deletionAt > deps.clock()) return []
    const concerned = or(eq(events.creatorId, id), arrayContains(events.managerIds, [id]))
    const locked = await tx.select().from(events).where(concerned).orderBy(events.id).for('no key update')
    const shown = locked.filter(({ creatorId }) => creatorId === id)
    const ids = shown.map((event) => event.id)
    await tx.update(pendingChanges).set({ note: null }).where(inArray(pendingChanges.eventId, ids))
    await eraseWork(tx, me)
    if (kept.blanksEvents) await tx.update(events).set(BLANK).where(eq(events.creatorId, id))
    // Other tables are found by the tickets, the events and the address, so the account itself is the last.
    for (const { table, of, atDeletion } of deps.personalTables.toReversed()) {
      if (atDeletion === 'remove') await tx.delete(table).where(of(me))
      else if (atDeletion !== 'keep') await tx.update(table).set(atDeletion(me)).where(of(me))
    }
    await tx.update(users).set({ deletedAt: deps.clock() }).where(eq(users.id, id))
    for (const table of [events, eventSeries])
      await tx.execute(
        sql`update ${table} set manager_ids = array_remove(manager_ids, ${id}) where ${id} = any (manager_ids)`,
      )
    await tx.delete(follows).where(eq(follows.creatorId, id))
    await tx.update(moderationWords).set({ text: null, salt: null }).where(eq(moderationWords.aboutId, id))
    await eraseWords(tx, kept)
    const invalidateLocally = [await deps.changes.announceCreator(tx, id)]
    for (const event of shown)
      invalidateLocally.push(await deps.changes.announce(tx, event.id, { isListed: isPublic(event) }))
    return invalidateLocally
  })
  for (const tell of told) tell()
}
