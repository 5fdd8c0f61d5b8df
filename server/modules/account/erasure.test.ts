// Nothing about somebody is left once their account is deleted: every column that may say something about a person is filled,
// then the whole database and every file are searched.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import type { Me } from '../../access/personal-data.ts'
import { addressChanges, dataExports } from '../../db/schema/account.ts'
import { passwordResets, signInCodes } from '../../db/schema/auth.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import { doorLinks, doorScans } from '../../db/schema/door.ts'
import { digests } from '../../db/schema/insights.ts'
import { events } from '../../db/schema/events.ts'
import { eventEmails, thankYous } from '../../db/schema/event-emails.ts'
import { favourites } from '../../db/schema/favourites.ts'
import { featuredEvents } from '../../db/schema/featured.ts'
import { followDigests, follows } from '../../db/schema/follows.ts'
import { guestMessages } from '../../db/schema/guest-messages.ts'
import { decisions, moderationWords, reports } from '../../db/schema/moderation.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { notForMe, recommendations } from '../../db/schema/recommended.ts'
import { eventHistory, teamInvitations } from '../../db/schema/team.ts'
import { seriesFollows, standingPlaces } from '../../db/schema/series.ts'
import { reminders } from '../../db/schema/reminders.ts'
import { socialPosts } from '../../db/schema/social-posts.ts'
import { surveyInvitations, surveyParticipants } from '../../db/schema/surveys.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { recoveryCodes, twoFactor } from '../../db/schema/two-factor.ts'
import { users } from '../../db/schema/users.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import { folderTransport, listKeptMails } from '../../mail/folder-outbox.ts'
import { hashToken } from '../../http/session.ts'
import { describedTables, personalTables } from '../../modules.ts'
import { writeAudit } from '../moderation/module.ts'
import { moduleRows } from '../../test-support/module-rows.ts'
import { picture } from '../../test-support/pictures.ts'
import { pushReceiver } from '../../test-support/push-receiver.ts'
import { uploadClient } from '../../test-support/upload-client.ts'
import { makeSeries } from '../../test-support/series-scene.ts'
import { soon } from '../../test-support/soon.ts'
import { world, type Person, type World } from '../../test-support/world.ts'
import { eraseAccounts } from './erasure.ts'

/** In every personal column, in one spelling or another. */
const NAME = 'Quillfeather'
const EMAIL = 'quillfeather@example.org'
const PLACE = { latitude: 53.123456, longitude: -6.654321 }
const TRACES = /quillfeather|53\.123456|6\.654321/i

async function allTables(): Promise<PgTable[]> {
  const folder = resolve('server/db/schema')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const modules = (await Promise.all(files.map((name) => import(join(folder, name))))) as Record<string, unknown>[]
  return modules.flatMap((module) => Object.values(module).filter((value): value is PgTable => is(value, PgTable)))
}

/** Numbers, times and yes or no say nothing by themselves; words, places and bytes may. */
const isPersonal = (column: PgColumn) =>
  !/^(integer|bigint|smallint|boolean|numeric.*|timestamp.*|uuid|xid8|integer\[\])$/.test(column.getSQLType())

/** What a column is called in the schema. */
const keyOf = (table: PgTable, column: PgColumn) =>
  Object.entries(table).find(([, value]) => value === column)?.[0] ?? column.name

test('every column that may tell something about a person is named: as personal, as plain or as secret', async () => {
  const unnamed: string[] = []
  for (const table of await allTables()) {
    const name = getTableName(table)
    const named = describedTables
      .filter((one) => one.table === table)
      .flatMap((one) => [...(one.plain ?? []), ...('of' in one ? [...one.personal, ...(one.secret ?? [])] : [])])
    for (const column of getTableConfig(table).columns.filter(isPersonal))
      if (!named.includes(keyOf(table, column))) unnamed.push(`${name}.${keyOf(table, column)}`)
  }
  expect(unnamed).toEqual([])
})

test('every table with a key to users is on the list', async () => {
  const missing = (await allTables()).filter(
    (table) =>
      getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === users) &&
      !personalTables.some((one) => one.table === table),
  )
  expect(missing.map((table) => getTableName(table))).toEqual([])
})

/** Something in every table. */
async function liveALittle(w: World): Promise<Person> {
  const { db, clock } = w.deps
  const soon = new Date(clock().getTime() + 3_600_000)
  const ago = (days: number) => new Date(clock().getTime() - days * DAY)
  const me = await w.person({
    email: EMAIL,
    emailConfirmedAt: ago(9),
    firstName: NAME,
    lastName: `${NAME}son`,
    ...PLACE,
  })
  const other = await w.person()
  const client = uploadClient(w)
  const photo = await client.upload(me, await picture())
  await me.api.users.setPhoto({ body: { key: photo.key } })
  const poster = await client.upload(me, await picture({ format: 'png' }), 'image/png')
  const past = await w.event(me, { imageUrl: poster.key, startTime: ago(2), endTime: ago(1), title: 'Past' })
  await w.event(me, { status: 'draft', title: `Draft of ${NAME}` })
  const lent = await client.upload(me, await picture())
  const theirs = await w.event(other, { managerIds: [me.id], title: 'Theirs', imageUrl: lent.key })
  const full = await w.event(other, { capacity: 1, title: 'Full' })
  await other.api.tickets.book({ body: { eventId: full.id, numberOfTickets: 1 } })
  await me.api.waitingList.join({ params: { eventId: full.id }, body: { numberOfTickets: 1 } })
  const { id: ticketId } = await me.api.tickets.book({ body: { eventId: theirs.id, numberOfTickets: 2 } })
  await db.insert(tickets).values({ eventId: past.id, userId: other.id, numberOfTickets: 1 })
  await db.insert(tickets).values({ eventId: past.id, userId: me.id, numberOfTickets: 1 })
  await db.insert(tickets).values({ eventId: theirs.id, guestName: NAME, guestEmail: EMAIL, numberOfTickets: 1 })
  const returned = { ticketId, eventId: theirs.id, seats: 1, by: 'organiser' as const, returnedAt: ago(1) }
  await db.insert(ticketReturns).values({ ...returned, undoUntil: ago(1), releasedAt: ago(1) })
  await db.insert(ticketPlaces).values({ ticketId })
  await db.insert(passwordResets).values({ userId: me.id, tokenHash: hashToken('reset'), expiresAt: soon })
  await db.insert(addressChanges).values({ userId: me.id, email: `new-${EMAIL}`, expiresAt: soon })
  await db.insert(dataExports).values({ userId: me.id })
  const key = { credentialId: 'credential', publicKey: Buffer.from('key'), counter: 0, transports: [], name: 'Phone' }
  await db.insert(passkeys).values({ userId: me.id, ...key })
  await db.insert(twoFactor).values({ userId: me.id, secret: Buffer.from('secret') })
  await db.insert(recoveryCodes).values({ userId: me.id, codeHash: hashToken('recovery') })
  await db.insert(calendarFeeds).values({ userId: me.id, secretHash: hashToken('feed') })
  await db.insert(favourites).values({ userId: me.id, eventId: theirs.id })
  await db
    .insert(recommendations)
    .values({ userId: me.id, picks: [{ eventId: full.id, reason: `You went to ${NAME}` }] })
  await db.insert(notForMe).values({ userId: me.id, eventId: full.id })
  await db.insert(featuredEvents).values({ eventId: theirs.id, place: 1, chosenBy: me.id })
  await db.insert(follows).values([
    { userId: me.id, creatorId: other.id },
    { userId: other.id, creatorId: me.id },
  ])
  await db.insert(followDigests).values({ userId: me.id, until: ago(1) })
  await makeSeries(w, me, [], { startTime: ago(3), endTime: ago(2) })
  const { seriesId } = await makeSeries(w, other)
  await db.insert(seriesFollows).values({ userId: me.id, seriesId })
  await db.insert(standingPlaces).values({ userId: me.id, seriesId, numberOfTickets: 1 })
  await db.insert(digests).values({ userId: me.id, until: ago(1) })
  for (const { traces } of moduleRows) await traces?.({ db, userId: me.id, eventId: theirs.id })
  await db.insert(eventHistory).values({ eventId: theirs.id, userId: me.id, act: 'edited' })
  const message = { audience: 'all' as const, subject: 's', text: 't', replies: false, recipients: 1 }
  await db.insert(guestMessages).values({ eventId: past.id, userId: me.id, ...message })
  const thanks = { kind: 'thanks' as const, enabled: true, subject: 's', text: 't', hours: 5 }
  await db.insert(eventEmails).values({ eventId: past.id, ...thanks })
  await db.insert(thankYous).values({ ticketId })
  await db.insert(socialPosts).values({ eventId: past.id, network: 'twitter', userId: me.id, text: 't' })
  const invitation = { eventId: theirs.id, email: EMAIL, tokenHash: hashToken('invitation'), expiresAt: soon }
  await db.insert(teamInvitations).values(invitation)
  await me.api.notices.set({ body: { notices: [{ notice: 'offer', mail: false }] } })
  await me.api.notices.subscribe({ body: { endpoint: 'https://push.example/1', keys: pushReceiver().keys } })
  const code = { browserHash: hashToken('browser'), codeHash: hashToken('code'), expiresAt: soon }
  await db.insert(signInCodes).values({ ...code, userId: me.id })
  const link = { eventId: past.id, name: 'Main', mayAdd: true, createdBy: me.id }
  const [door] = await db
    .insert(doorLinks)
    .values({ ...link, tokenHash: hashToken('door') })
    .returning()
  const scan = { id: 'scan', kind: 'admit' as const, seats: 1, verdict: 'admitted', admitted: 1, total: 1, places: 2 }
  const scanned = { at: ago(1), correctedAt: ago(1), receivedAt: ago(1) }
  await db.insert(doorScans).values({ ...scan, ...scanned, linkId: door?.id ?? 0, eventId: theirs.id, ticketId })
  await db.insert(reminders).values({ ticketId, which: 'early' })
  const [entry] = await db.select().from(waitingEntries).where(eq(waitingEntries.userId, me.id))
  const offered = { madeAt: ago(1), toldAt: ago(1), expiresAt: ago(1), endedAt: ago(1), ending: 'expired' as const }
  await db.insert(offers).values({ ...offered, entryId: entry?.id ?? 0, eventId: full.id, seats: 1 })
  await writeAudit(db, { at: ago(1), actorId: other.id, code: 'ask', subject: `account:${me.id}` })
  const words = { kind: 'report' as const, text: NAME, salt: hashToken('salt'), hash: hashToken('words') }
  const [report] = await db
    .insert(moderationWords)
    .values({ ...words, byId: me.id, aboutId: other.id })
    .returning()
  await db.insert(moderationWords).values({ ...words, byId: other.id, aboutId: me.id })
  const reported = { kind: 'rules' as const, eventId: theirs.id, wordsId: report?.id, reporterId: me.id }
  await db.insert(reports).values({ ...reported, reference: 'R-1' })
  const decided = { act: 'ask' as const, subjectKind: 'event' as const, subjectId: past.id, reason: 'facts' as const }
  await db.insert(decisions).values({ ...decided, concernedId: me.id, reference: 'D-1' })
  // What waits to be sent to others, and names them.
  await w.deps.mails.add(db, { kind: 'team-invitation', userId: null, payload: { to: EMAIL, token: 'x' } })
  await w.deps.jobs.add(db, { kind: 'push', payload: { userId: me.id, title: NAME }, runAt: new Date('2099-01-01') })
  // And what was sent, into the folder of the outbox.
  await other.api.team.invite({ params: { eventId: full.id }, body: { email: EMAIL } })
  await w.deps.jobs.runDue()
  return me
}

// Where words would be refused, or mean something else.
const AS_THEY_ARE = new Set(['users.email', 'users.latitude', 'users.longitude', 'users.photoKey', 'events.imageUrl'])
const OTHER_VALUES: Record<string, unknown> = {
  'booking_answers.answer': [NAME],
  'tickets.cameFrom': { site: `${NAME}.example` },
  'tickets.guestEmail': EMAIL,
  'team_invitations.email': EMAIL,
  'series_versions.body': { title: NAME, organizerDescription: NAME },
}

/** Where no two rows may have the same. */
const UNIQUE = /Key$/

/** Writes the name into every personal column of their rows, and says which columns have none to write it into. */
async function fillEveryColumn({ deps: { db } }: World, me: Me): Promise<string[]> {
  const empty: string[] = []
  for (const { table, of, personal } of personalTables) {
    const rows = await db.$count(table, of(me))
    if (rows === 0) empty.push(getTableName(table))
    for (const column of personal) {
      const name = `${getTableName(table)}.${column}`
      if (AS_THEY_ARE.has(name)) continue
      const words = UNIQUE.test(column) ? sql`${NAME} || ' ' || id` : `${NAME} of ${column}`
      const value = OTHER_VALUES[name] ?? words
      // A guest who was added by name keeps the address by which they are found.
      const rest = name === 'tickets.guestEmail' ? sql`user_id is null` : sql`true`
      await db
        .update(table)
        .set({ [column]: value })
        .where(sql`${of(me)} and ${rest}`)
    }
  }
  return empty
}

async function everythingStored({ deps: { db, config } }: World): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const { rows: names } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of names) {
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t`)
    found[name] = rows.map(({ row }) => row).join('\n')
  }
  const files = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    found[path] = `${path} ${(await readFile(path)).toString('latin1')}`
  }
  return found
}

const tracesIn = (stored: Record<string, string>) =>
  Object.entries(stored).flatMap(([where, text]) => (TRACES.test(text) ? [`${where}: ${TRACES.exec(text)?.[0]}`] : []))

test('after 14 days no table, file or kept answer holds a trace of them', async () => {
  let now = new Date()
  const features = new Set(['profile-photo'] as const)
  const w = await world({ deps: { clock: () => now }, config: { features } })
  const me = await liveALittle(w)
  expect(await fillEveryColumn(w, { id: me.id })).toEqual([])
  const before = await everythingStored(w)
  // Every table that the list calls personal holds the name now, or the test would show nothing.
  const silent = personalTables
    .filter(({ personal }) => personal.length > 0)
    .map(({ table }) => getTableName(table))
    .filter((name) => !TRACES.test(before[name] ?? ''))
  expect(silent).toEqual([])
  const [past] = await w.deps.db.select({ eventId: tickets.eventId }).from(tickets).where(eq(tickets.userId, me.id))
  const eventId = past?.eventId ?? 0
  const page = async () => (await w.app.inject({ url: `/api/all-events?creator=${me.id}&when=past` })).body
  const kept = async () => (await w.app.inject({ url: `/api/all-events/${eventId}` })).body
  expect(await page()).toMatch(TRACES)
  await kept()

  await me.api.account.deleteAccount()
  // Two weeks before all else is erased, the email about it has gone out.
  await soon(async () => {
    await w.deps.jobs.runDue()
    const names = Object.keys(await everythingStored(w)).filter((name) => name.includes('account-deletion'))
    expect(names.map((name) => name.slice(name.lastIndexOf('.'))).toSorted()).toEqual(['.eml', '.json'])
  })
  now = new Date(now.getTime() + 14 * DAY + 1)
  await w.deps.jobs.add(w.deps.db, { kind: 'delete-accounts' })
  await w.deps.jobs.runDue()

  expect(Object.keys(before).some((name) => name.includes('/outbox/') && TRACES.test(before[name] ?? ''))).toBe(true)
  const after = await everythingStored(w)
  expect(tracesIn(after)).toEqual([])
  expect(Object.keys(before).filter((name) => name.includes('/uploads/')).length).toBeGreaterThan(2)
  // The picture of somebody else's event is all that is left.
  const [theirs] = await w.deps.db.select().from(events).where(eq(events.title, 'Theirs'))
  const stem = theirs?.imageUrl?.replace(/\.\w+$/, '') ?? ''
  expect(Object.keys(after).filter((name) => name.includes('/uploads/') && !name.includes(stem))).toEqual([])
  expect(await uploadClient(w).statusOf(theirs?.imageUrl ?? '')).toBe(200)
  expect(await page()).not.toMatch(TRACES)
  expect(await kept()).not.toMatch(TRACES)
  for (const table of [surveyParticipants, surveyInvitations]) expect(await w.deps.db.$count(table)).toBe(0)
  // What others need is there: the event that took place, and that somebody was at it.
  expect(await w.deps.db.$count(waitingEntries, eq(waitingEntries.userId, me.id))).toBe(1)
  const [stub] = await w.deps.db.select().from(users).where(eq(users.id, me.id))
  expect(stub).toMatchObject({ firstName: 'Deleted', email: `deleted-${me.id}@deleted.invalid`, passwordHash: null })
  expect(await w.deps.db.$count(tickets, eq(tickets.userId, me.id))).toBeGreaterThan(0)
  // The address is free again.
  const body = { email: EMAIL, password: 'correct horse', firstName: 'Nora', lastName: 'Byrne' }
  await expect(w.visitor.auth.register({ body })).resolves.toHaveProperty('access_token')
})

test('erasing somebody leaves the emails and work of those whose address contains theirs', async () => {
  let now = new Date()
  const w = await world({ deps: { clock: () => now } })
  const { db, config, mails: outbox } = w.deps
  const ann = await w.person({ email: 'ann@example.org', emailConfirmedAt: now })
  const later = new Date('2099-01-01')
  for (const to of ['joann@example.org', 'ann@example.org.uk', 'ANN@example.org'])
    await outbox.add(db, { kind: 'contact-receipt', userId: null, payload: { to }, sendAt: later })
  const message = { name: 'Ann', subject: 'Hello', message: 'Hello' }
  for (const email of ['ann@example.org', 'xann@example.org'])
    await outbox.add(db, { kind: 'contact-message', userId: null, payload: { ...message, email }, sendAt: later })
  const folder = join(config.dataDir, 'outbox')
  const transport = folderTransport(folder, 'us@example.org')
  const write = (id: number, to: string, text: string) =>
    transport.send({ to, subject: 's', html: '', text }, `<contact-receipt-${id}@localhost>`)
  await write(901, 'joann@example.org', 'Hello joann@example.org.')
  await write(902, 'support@example.org', 'From: <Ann@example.org>.')
  await ann.api.account.deleteAccount()
  // It would have gone out two weeks before.
  await db.execute(sql`delete from mails where kind = 'account-deletion'`)
  now = new Date(now.getTime() + 14 * DAY + 1)
  await w.deps.jobs.add(db, { kind: 'delete-accounts' })
  await w.deps.jobs.runDue()
  const { rows } = await db.execute<{ address: string }>(
    sql`select coalesce(payload ->> 'to', payload ->> 'email') as address from mails where status = 'waiting' order by id`,
  )
  expect(rows.map(({ address }) => address)).toEqual(['joann@example.org', 'ann@example.org.uk', 'xann@example.org'])
  const kept = await listKeptMails(folder, 10)
  expect(kept.map(({ to }) => to)).toEqual(['joann@example.org'])
})

test('an account is erased although its export was never made, and so are emails from before there was SMTP', async () => {
  let now = new Date()
  const w = await world({ deps: { clock: () => now } })
  const nora = await w.person({ email: 'nora@example.org', emailConfirmedAt: now })
  const folder = join(w.deps.config.dataDir, 'outbox')
  const letter = { to: 'nora@example.org', subject: 's', html: '', text: 'Hello Nora.' }
  await folderTransport(folder, 'us@example.org').send(letter, '<contact-receipt-901@localhost>')
  await nora.api.account.startExport()
  await nora.api.account.deleteAccount()
  now = new Date(now.getTime() + 14 * DAY + 1)
  const config = { ...w.deps.config, smtpUrl: 'smtp://127.0.0.1:9' }
  const lease = { check: () => undefined, signal: new AbortController().signal }
  await eraseAccounts({ ...w.deps, config }, { lease })
  const [stub] = await w.deps.db.select().from(users).where(eq(users.id, nora.id))
  expect(stub).toMatchObject({ firstName: 'Deleted', deletedAt: now })
  expect(await listKeptMails(folder, 10)).toEqual([])
})
