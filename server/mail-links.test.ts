// Mail scanners fetch every link of a mail, some with a browser that runs scripts. Nothing may come of it.
import { chromium } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER } from '../e2e/support/browser.ts'
import { addressChanges } from './db/schema/account.ts'
import { favourites } from './db/schema/favourites.ts'
import { guestMessages } from './db/schema/guest-messages.ts'
import { decisions, reports } from './db/schema/moderation.ts'
import { offers, waitingEntries } from './db/schema/waiting-list.ts'
import type { Mail } from './mail/mail.ts'
import { collectMails } from './test-support/collect-mails.ts'
import { freePort } from './test-support/free-port.ts'
import { mailKinds } from './modules.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

let w: World
let base: string
let sent: Map<string, Mail>

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  w = await openWorld({ pages: true, config: { publicUrl: base, port, demo: false } })
  await w.app.listen({ port, host: '127.0.0.1' })
  sent = await mailsOfEveryKind()
})
afterAll(() => w.close())

/** Written straight into the outbox, with what each kind tells about beneath it. */
async function mailsOfEveryKind() {
  const { db, mails, config, secrets } = w.deps
  const creator = await w.person({ emailConfirmedAt: new Date() })
  const event = await w.event(creator, { capacity: 50 })
  const eventId = event.id
  const collected = new Map<string, Mail>()
  const send = async (kind: string, person: Person, fields: object = {}) => {
    await mails.add(db, { kind, userId: person.id, ...fields })
    const [mail] = await collectMails(w.deps)
    if (mail) collected.set(kind, mail)
  }
  const booked = async (person: Person) => {
    const { id } = await person.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    return id
  }
  const nora = await w.person({ emailConfirmedAt: new Date() })
  const ticketId = await booked(nora)
  const [confirmation] = await collectMails(w.deps)
  collected.set('booking', confirmation!)

  const busy = await w.person()
  for (let n = 0; n < 6; n++) await booked(busy)
  await collectMails(w.deps).then((all) => collected.set('bookings-gathered', all.at(-1)!))

  await w.visitor.auth.forgotPassword({ body: { email: nora.email } })
  await collectMails(w.deps).then(([mail]) => collected.set('password-reset', mail!))

  const [entry] = await db
    .insert(waitingEntries)
    .values({ eventId, userId: nora.id, numberOfTickets: 2, atLeast: 2, turn: 1, restingSince: new Date() })
    .returning()
  const entryId = entry!.id
  const times = { madeAt: new Date(), toldAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) }
  const [offer] = await db
    .insert(offers)
    .values({ entryId, eventId, seats: 2, ...times })
    .returning()
  for (const kind of ['reminder-early', 'reminder-late', 'booked-for-you']) await send(kind, nora, { ticketId })
  for (const kind of ['taken-back', 'returned-by-link'])
    await send(kind, nora, { ticketId, payload: { seats: 1, reason: 'Rain.' } })
  await send('place-handed-back', nora, { ticketId, payload: { name: 'Aoife' } })
  for (const kind of ['offer', 'offer-expired', 'last-places', 'nothing-free'])
    await send(kind, nora, { payload: { offerId: offer!.id, entryId } })
  await send('question', creator, { payload: { eventId, askedBy: nora.id, text: 'Is there parking?' } })
  for (const kind of ['sold-out', 'event-listed']) await send(kind, creator, { payload: { eventId } })
  await send('role-given', creator, { payload: { role: 'moderator' } })
  await send('digest', creator, { payload: { lines: [{ eventId, booked: 2, givenBack: 0 }] } })
  await send('new-events', nora, { payload: { eventIds: [eventId] } })
  await send('google-linked', nora)
  await send('confirm-address', await w.person())
  await send('account-deletion', await w.person({ deletionAt: times.expiresAt }))
  await send('export-ready', nora)
  await send('contact-message', nora, { userId: null, payload: { name: 'Nora', email: nora.email, message: 'Hi.' } })
  await send('contact-receipt', nora, { userId: null, payload: { to: nora.email } })
  for (const kind of ['report-receipt', 'report-left'])
    await send(kind, nora, { userId: null, payload: { to: nora.email, reference: 'R-ABCDEFGHIJKL' } })
  const wish = { userId: nora.id, email: 'new@example.org', expiresAt: times.expiresAt }
  const [change] = await db.insert(addressChanges).values(wish).returning()
  await send('confirm-new-address', nora)
  await send('address-change-asked', nora, { payload: { to: nora.email, changeId: change!.id } })
  await send('address-changed', nora, { payload: { to: nora.email } })
  await send('security-notice', nora, { payload: { change: 'two-factor-on' } })
  const before = { startTime: event.startTime.toISOString(), endTime: event.endTime.toISOString(), venue: 'Elsewhere' }
  await send('event-change', nora, { ticketId, payload: { change: 'moved', before, note: null } })
  await send('event-change-waiting', nora, { payload: { eventId, change: 'moved', before, note: null } })
  const fan = await w.person({ emailConfirmedAt: new Date() })
  await fan.api.notices.set({ body: { notices: [{ notice: 'saved', mail: true }] } })
  await send('event-change-saved', fan, { payload: { eventId, change: 'moved', before, note: null } })
  const almostFull = await w.event(creator, { capacity: 50, ticketsSold: 46 })
  await db.insert(favourites).values({ userId: fan.id, eventId: almostFull.id })
  await send('saved-few-left', fan, { payload: { eventId: almostFull.id } })
  await creator.api.team.invite({ params: { eventId }, body: { email: nora.email } })
  await collectMails(w.deps).then(([mail]) => collected.set('team-invitation', mail!))
  const guest = { name: 'Aunt Nuala', numberOfTickets: 1, email: 'nuala@example.org', mail: true }
  await creator.api.guests.add({ params: { eventId }, body: guest })
  await collectMails(w.deps).then(([mail]) => collected.set('guest-ticket', mail!))
  const body = { to: 'all' as const, subject: 'Doors', text: 'At seven.' }
  const { recipients } = await creator.api.guestMessages.send({ params: { eventId }, body })
  expect(recipients).toBe(2)
  await w.deps.jobs.runDue()
  const words = { subject: 'Doors', text: 'At seven.', replies: false }
  await send('guest-message-test', creator, { payload: { eventId, ...words } })
  const [stored] = await db.select().from(guestMessages)
  await send('guest-message', nora, { payload: { messageId: stored!.id } })
  await moderationMails(send, nora)
  // A kind that is new has to be added above.
  expect([...collected.keys()].toSorted()).toEqual(Object.keys(mailKinds(config, secrets)).toSorted())
  return collected
}

/** Of an event that is hidden: nothing else would be sent about it. */
async function moderationMails(send: (kind: string, person: Person, fields: object) => Promise<void>, nora: Person) {
  const { db } = w.deps
  const hidden = await w.event(nora)
  const { id: ticketId } = await nora.api.tickets.book({ body: { eventId: hidden.id, numberOfTickets: 1 } })
  const reporter = await w.person()
  await db.insert(reports).values({ reference: 'R-1', kind: 'rules', eventId: hidden.id, reporterId: reporter.id })
  const moderator = await w.person({ role: 'moderator' })
  const subject = { eventId: hidden.id }
  const { reference } = await moderator.api.moderation.decide({ body: { subject, act: 'hide', reason: 'spam' } })
  await nora.api.moderation.object({ params: { reference }, body: { text: 'No.' } })
  const second = await w.person({ role: 'moderator' })
  await second.api.moderation.decideObjection({ params: { reference }, body: { outcome: 'kept' } })
  await collectMails(w.deps)
  const [decision] = await db.select().from(decisions)
  const [report] = await db.select().from(reports)
  for (const kind of ['statement', 'objection-decided'])
    await send(kind, nora, { payload: { decisionId: decision!.id } })
  await send('report-decided', reporter, { payload: { reportId: report!.id } })
  await send('event-hidden', nora, { ticketId })
}

/** Every address of ours that a program finds in a mail. */
function linksOf({ html, text, unsubscribeUrl }: Mail): string[] {
  const found = [
    ...[...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&')),
    ...[...text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url),
    ...(unsubscribeUrl ? [unsubscribeUrl] : []),
  ]
  return [...new Set(found)].filter((url) => url.startsWith(base))
}

/** All that is stored, but for a session's time of use. */
async function dump() {
  const { rows: tables } = await w.deps.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const row = name === 'sessions' ? sql`(token_hash, user_id)::text` : sql`t::text`
    const { rows } = await w.deps.db.execute<{ row: string }>(
      sql`select ${row} as row from ${sql.identifier(name)} t order by 1`,
    )
    all[name] = rows.map((one) => one.row)
  }
  return all
}

const allLinks = () => [...new Set([...sent.values()].flatMap(linksOf))]
const tokens = () => [
  ...new Set(allLinks().flatMap((url) => /\/(?:links|unsubscribe)\/([\w-]{34})/.exec(url)?.[1] ?? [])),
]

test('every mail has links, and those of reminders, offers and notices are signed', () => {
  for (const [kind, mail] of sent) expect([kind, linksOf(mail).length > 0]).toEqual([kind, true])
  const signed = ['reminder-late', 'event-change', 'event-change-waiting', 'offer', 'returned-by-link', 'question']
  for (const kind of [...signed, 'address-change-asked'])
    expect([kind, linksOf(sent.get(kind)!).some((url) => url.includes('/links/'))]).toEqual([kind, true])
  // People forward it: it leads to the ticket after signing in.
  expect(linksOf(sent.get('booking')!).join()).not.toContain('/links/')
})

test('a button leads to the page that it names: the reference of a report is not lost on the way', async () => {
  const pages = allLinks().filter((url) => !/\/(unsubscribe|images|api)\//.test(url))
  expect(pages.some((url) => /\/report\/R-/.test(url))).toBe(true)
  for (const address of pages) {
    const { status, headers } = await fetch(address, { redirect: 'manual' })
    expect([address, status, headers.get('location')]).toEqual([address, 200, null])
  }
})

test('fetching every link of every mail, and what its page asks for, changes nothing', async () => {
  const before = await dump()
  const addresses = [...allLinks(), ...tokens().map((token) => `${base}/api/links/${token}`)]
  for (const address of addresses) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(address, { method })
      await answer.arrayBuffer()
      expect([address, answer.status < 500]).toEqual([address, true])
    }
  }
  expect(addresses.length).toBeGreaterThan(10)
  expect(await dump()).toEqual(before)
})

test('neither does a browser that opens them and runs their scripts', async () => {
  const before = await dump()
  const browser = await chromium.launch(BROWSER)
  const unsafe: string[] = []
  try {
    const context = await browser.newContext()
    const waiting = allLinks().filter((url) => !url.includes('/images/'))
    // Each page is looked at until it has been quiet for half a second, so several are quiet at once.
    const look = async () => {
      const page = await context.newPage()
      page.on('request', (request) => {
        if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method())) unsafe.push(`${request.method()} ${request.url()}`)
      })
      for (let address = waiting.shift(); address; address = waiting.shift())
        await page.goto(address, { waitUntil: 'networkidle' })
    }
    await Promise.all([look(), look(), look(), look()])
  } finally {
    await browser.close()
  }
  expect(unsafe).toEqual([])
  expect(await dump()).toEqual(before)
})

test('the comparison sees what a press does', async () => {
  const before = await dump()
  const url = sent.get('question')!.unsubscribeUrl!
  await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(await dump()).not.toEqual(before)
})
