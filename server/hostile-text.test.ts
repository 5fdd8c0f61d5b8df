import { mailParts } from './test-support/mail-parts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, ne } from 'drizzle-orm'
import { eventEmails } from './db/schema/event-emails.ts'
import { events } from './db/schema/events.ts'
import { favourites } from './db/schema/favourites.ts'
import { mails as mailRows } from './db/schema/mails.ts'
import { addressChanges } from './db/schema/account.ts'
import { reports } from './db/schema/moderation.ts'
import { socialPosts } from './db/schema/social-posts.ts'
import { ticketReturns, tickets } from './db/schema/tickets.ts'
import { offers, waitingEntries } from './db/schema/waiting-list.ts'
import { mailKinds } from './modules.ts'
import {
  escaped,
  HOSTILE_FORMULA,
  HOSTILE_NAME,
  HOSTILE_TEXT,
  HOSTILE_TITLE,
  MARK,
} from './test-support/hostile-strings.ts'
import { moduleRows } from './test-support/module-rows.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

/** In one line, as a venue is. */
const VENUE = HOSTILE_TEXT.split('\u2028')[0] ?? ''

let world: World
let creator: Person
let eventId: number
let mails: { html: string; text: string; headers: string; calendar: string }[]

beforeAll(async () => {
  world = await openWorld({ pages: true, config: { demo: false } })
  // Confirmed, so that nothing waits and no word is left out.
  creator = await world.person({ emailConfirmedAt: new Date() })
  await creator.api.users.updateProfile({
    body: { firstName: HOSTILE_NAME, lastName: HOSTILE_FORMULA, publicText: HOSTILE_TEXT },
  })
  const made = await creator.api.events.create({
    body: {
      title: HOSTILE_TITLE,
      description: HOSTILE_TEXT,
      venue: VENUE,
      artistDescription: HOSTILE_TEXT,
      organizerDescription: HOSTILE_TEXT,
      startTime: '2099-05-01T20:00:00Z',
      endTime: '2099-05-01T23:00:00Z',
      capacity: 20,
      isDraft: false,
    },
  })
  eventId = made.id
  // Soon, so that feeds tell of it.
  const soon = { startTime: new Date(Date.now() + 86_400_000), description: HOSTILE_TEXT, venue: VENUE }
  await world.event(creator, { title: HOSTILE_TITLE, ...soon })
  await creator.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  await world.visitor.auth.forgotPassword({ body: { email: creator.email } })
  await world.visitor.auth.sendCode({ body: { email: creator.email } })
  await world.visitor.tickets.resend({ body: { email: creator.email } })
  const guest = { name: HOSTILE_NAME, numberOfTickets: 1, email: 'nuala@example.org', mail: true }
  await creator.api.guests.add({ params: { eventId }, body: guest })
  const words = { to: 'all' as const, subject: HOSTILE_TITLE, text: VENUE }
  for (const test of [true, false])
    await creator.api.guestMessages.send({ params: { eventId }, body: { ...words, test } })
  await writeMails()
  await world.deps.jobs.runDue()
  const folder = join(world.deps.config.dataDir, 'outbox')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  mails = await Promise.all(files.map(async (file) => mailParts(await readFile(join(folder, file), 'utf8'))))
})
afterAll(() => world.close())

/** Of every kind that is not written by a call above, with what it tells about. */
async function writeMails() {
  const { db, mails: box } = world.deps
  const [ticket] = await db.select().from(tickets)
  const [entry] = await db
    .insert(waitingEntries)
    .values({ eventId, userId: creator.id, numberOfTickets: 2, atLeast: 2, turn: 1, restingSince: new Date() })
    .returning()
  const times = { madeAt: new Date(), toldAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) }
  const [offer] = await db
    .insert(offers)
    .values({ entryId: entry!.id, eventId, seats: 1, ...times })
    .returning()
  const write = (kind: string, payload: Record<string, unknown>, ticketId?: number) =>
    box.add(db, { kind, userId: creator.id, ticketId, payload })
  for (const kind of ['booked-for-you', 'reminder-early', 'reminder-late']) await write(kind, {}, ticket!.id)
  for (const kind of ['returned-by-link', 'taken-back']) await write(kind, { seats: 1, reason: VENUE }, ticket!.id)
  // The one that is soon, booked long before.
  const [soon] = await db
    .update(events)
    .set({ confirm: true })
    .where(ne(events.id, eventId))
    .returning({ id: events.id })
  const early = { eventId: soon!.id, userId: creator.id, numberOfTickets: 1, createdAt: new Date(0) }
  const [asked] = await db.insert(tickets).values(early).returning({ id: tickets.id })
  const released = { ticketId: asked!.id, eventId: soon!.id, seats: 1, by: 'unconfirmed' as const }
  await db.insert(ticketReturns).values({ ...released, returnedAt: new Date(), undoUntil: new Date() })
  for (const kind of ['reminder-confirm', 'place-released']) await write(kind, { seats: 1 }, asked!.id)
  for (const kind of ['welcome', 'reminder', 'thanks'] as const)
    await db.insert(eventEmails).values({ eventId, kind, enabled: true, subject: VENUE, text: HOSTILE_TEXT, hours: 1 })
  await write('thanks', {}, ticket!.id)
  for (const email of ['welcome', 'reminder', 'thanks'])
    await write('event-email-test', { eventId, email, subject: VENUE, text: HOSTILE_TEXT })
  await db.insert(socialPosts).values({ eventId, network: 'twitter', userId: creator.id, text: HOSTILE_TEXT })
  await write('social-post', { eventId, network: 'twitter' })
  await write('place-handed-back', { name: HOSTILE_NAME }, ticket!.id)
  for (const kind of ['offer', 'offer-expired', 'last-places', 'nothing-free'])
    await write(kind, { entryId: entry!.id, offerId: offer!.id })
  const send = (kind: string, to: Person, fields: object = {}) => box.add(db, { kind, userId: to.id, ...fields })
  for (const { mails: ofModule } of moduleRows)
    await ofModule?.({ db, write: send, eventId, creator, guest: creator, words: VENUE, title: HOSTILE_TITLE })
  const at = '2099-04-01T20:00:00Z'
  const change = { change: 'moved', before: { startTime: at, endTime: at, venue: VENUE }, note: VENUE }
  await write('event-change', change, ticket!.id)
  await write('event-change-waiting', { ...change, eventId })
  await writeToFan(change)
  await write('google-linked', {})
  await write('security-notice', { change: 'passkey-added', name: VENUE })
  for (const kind of ['sold-out', 'event-listed']) await write(kind, { eventId })
  await write('role-given', { role: 'administrator' })
  await write('handed-over', { eventId, by: creator.id })
  await write('new-events', { eventIds: [eventId] })
  await write('digest', { lines: [{ eventId, booked: 2, givenBack: 1 }] })
  await db.insert(addressChanges).values({ userId: creator.id, email: 'new@example.org', expiresAt: times.expiresAt })
  await write('confirm-new-address', {})
  for (const kind of ['address-change-asked', 'address-changed']) await write(kind, { to: creator.email })
  await write('export-ready', {})
  await write('contact-message', { name: HOSTILE_NAME, email: 'visitor@example.org', message: HOSTILE_TEXT })
  const newcomer = await world.person({ firstName: HOSTILE_NAME, deletionAt: times.expiresAt })
  for (const kind of ['confirm-address', 'account-deletion']) await box.add(db, { kind, userId: newcomer.id })
  const guest = await world.person()
  await creator.api.team.invite({ params: { eventId }, body: { email: guest.email } })
  await moderate()
}

/** What moderators and those concerned write, about a separate event: once it is hidden it sends nothing else. */
async function moderate() {
  const { db } = world.deps
  const { id } = await world.event(creator, { title: HOSTILE_TITLE, startTime: new Date(Date.now() + 40 * 86_400_000) })
  await creator.api.tickets.book({ body: { eventId: id, numberOfTickets: 1 } })
  const [moderator, second] = [await world.person({ role: 'moderator' }), await world.person({ role: 'moderator' })]
  const reporter = await world.person({ emailConfirmedAt: new Date() })
  await db.insert(reports).values({ reference: 'R-1', kind: 'rules', eventId: id, reporterId: reporter.id })
  const body = { subject: { eventId: id }, act: 'hide', reason: 'spam', text: HOSTILE_TEXT } as const
  const { reference } = await moderator.api.moderation.decide({ body })
  await creator.api.moderation.object({ params: { reference }, body: { text: HOSTILE_TEXT } })
  const answer = { outcome: 'kept', text: HOSTILE_TEXT } as const
  await second.api.moderation.decideObjection({ params: { reference }, body: answer })
}

/** Those who booked are not notified about what they saved. */
async function writeToFan(change: Record<string, unknown>) {
  const { db, mails: box } = world.deps
  const fan = await world.person({ emailConfirmedAt: new Date() })
  await fan.api.notices.set({ body: { notices: [{ notice: 'saved', mail: true }] } })
  await db.insert(favourites).values({ userId: fan.id, eventId })
  await db.update(events).set({ capacity: 5 }).where(eq(events.id, eventId))
  for (const kind of ['event-change-saved', 'saved-few-left'])
    await box.add(db, { kind, userId: fan.id, payload: { ...change, eventId } })
}

const read = async (url: string, headers = {}) => (await world.app.inject({ url, headers })).body
const bearer = () => ({ authorization: `Bearer ${creator.token}` })

test('the search for hostile text finds it where it is not escaped', () => {
  expect(escaped(`<p>${HOSTILE_NAME}</p>`)).not.toBeNull()
  expect(escaped(`<p title="${HOSTILE_TEXT}"></p>`)).not.toBeNull()
  expect(escaped(`<script type="application/ld+json">{"name":"${HOSTILE_TITLE}"}</script>`)).not.toBeNull()
  expect(escaped('<p>&lt;img src=x onerror=hx7q&gt;</p>')).toBeNull()
})

describe('what somebody wrote is shown as text', () => {
  test.each(['/', '/events', '/upcoming-events', '/popular-events', '/recommended-events'])('on %s', async (url) => {
    expect(escaped(await read(url))).toBeNull()
  })

  test('on the event page, with its Open Graph tags and JSON-LD', async () => {
    const html = await read(`/events/${eventId}`)
    expect(html).toContain(MARK)
    expect(html).toMatch(/<meta property="og:title" content="[^"]*hx7q/)
    expect(escaped(html)).toBeNull()
    const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '{}'
    expect(JSON.stringify(JSON.parse(data))).toContain(MARK)
  })

  test.each(['/', '/events', '/events/1'])('in the data that a browser asks for after %s', async (url) => {
    const response = await world.app.inject({ url: `${url === '/' ? '/_' : url}.data` })
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain(MARK)
    expect(String(response.headers['content-type'])).not.toContain('text/html')
  })

  test('in JSON, which is never taken for a page', async () => {
    for (const url of [
      '/api/all-events',
      `/api/all-events/${eventId}`,
      '/api/users/profile',
      `/api/events/${eventId}/guests`,
    ]) {
      const response = await world.app.inject({ url, headers: bearer() })
      expect(response.body).toContain(MARK)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('in the sitemap and on the outbox page, where there are any', async () => {
    for (const url of ['/sitemap.xml', '/outbox']) expect(escaped(await read(url))).toBeNull()
  })

  test('on the page of a creator, with its JSON-LD', async () => {
    const html = await read(`/creators/${creator.id}`)
    expect(html).toContain(MARK)
    expect(escaped(html)).toBeNull()
    const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '{}'
    expect(JSON.stringify(JSON.parse(data))).toContain(MARK)
  })

  test.each(['events', 'creators/1'])('in the feeds of %s, which stay XML, JSON and a calendar', async (feed) => {
    const rss = await read(`/feeds/${feed}.rss`)
    expect(rss).toContain(MARK)
    // Nothing of theirs becomes a tag, an entity or the end of anything.
    expect(rss).not.toContain(']]>')
    expect(rss.match(/<[^>]*hx7q[^>]*>/g)).toBeNull()
    expect(rss.match(/&(?!amp;|lt;|gt;|quot;|apos;)/g)).toBeNull()
    const open = [...rss.matchAll(/<(\w+)[ >]/g)].map(([, name]) => name).filter((name) => name !== 'atom')
    const closed = [...rss.matchAll(/<\/(\w+)>/g)].map(([, name]) => name)
    expect(open.toSorted()).toEqual(closed.toSorted())
    const { items } = JSON.parse(await read(`/feeds/${feed}.json`)) as { items: { title: string }[] }
    expect(items.map(({ title }) => title)).toEqual([HOSTILE_TITLE])
    const calendar = await read(`/feeds/${feed}.ics`)
    expect(calendar).toContain(MARK)
    expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u2028]/)
    expect(calendar).not.toMatch(/^BEGIN:VALARM/m)
  })

  test('in every kind of mail', async () => {
    const { db, config, secrets } = world.deps
    const rows = await db.selectDistinct({ kind: mailRows.kind }).from(mailRows).where(eq(mailRows.status, 'sent'))
    // What gathers confirmations says nothing that anybody wrote, nor does a receipt. A kind that is new has to be written
    // above.
    const silent = ['bookings-gathered', 'contact-receipt', 'report-receipt', 'report-left']
    const kinds = Object.keys(mailKinds(config, secrets)).filter((kind) => !silent.includes(kind))
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
    expect(mails.length).toBeGreaterThanOrEqual(kinds.length)
    for (const { html, headers } of mails) {
      expect(html).toContain(MARK)
      expect(escaped(html)).toBeNull()
      expect(headers).not.toMatch(/^(bcc|cc|x-injected):/im)
    }
  })

  test('in the calendar file, one value a line', () => {
    const calendar = mails.map((mail) => mail.calendar).join('')
    expect(calendar).toContain(MARK)
    expect(calendar).not.toMatch(/^BEGIN:VALARM/m)
    const summary = /^SUMMARY:(.*)$/m.exec(calendar.replace(/\r?\n[ \t]/g, ''))?.[1] ?? ''
    expect(summary).toContain('\\;\\,')
  })

  test.each(['download-ticket-purchasers', 'guests.csv'])(
    'in %s, where no program takes it for a formula',
    async (list) => {
      const csv = await read(`/api/events/${eventId}/${list}`, bearer())
      expect(csv).toContain(MARK)
      expect(csv).not.toMatch(/(^|[,"])[=+@\t\r-]HYPERLINK/m)
    },
  )
})
