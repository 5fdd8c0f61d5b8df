import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mails } from '../db/schema/mails.ts'
import { collectMails } from '../test-support/collect-mails.ts'
import { world } from '../test-support/world.ts'
import type { Mail } from './mail.ts'
import { countGathered, gatheredAt, type Standing } from './unconfirmed.ts'

const now = new Date('2026-11-15T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

describe('a mail with other people’s words', () => {
  const standing: Standing = { isConfirmed: false, sentToday: 5, lastGatheredAt: null, now }
  test.each<[string, Partial<Standing>, Date | null]>([
    ['is sent to a confirmed address, however many there were', { isConfirmed: true, sentToday: 99 }, null],
    ['is the fifth of a day to an unconfirmed one', { sentToday: 4 }, null],
    ['is gathered at once when it is the sixth', {}, now],
    ['waits while the last gathering is not an hour old', { lastGatheredAt: minutesAgo(59) }, minutesAgo(-1)],
    ['is gathered again after an hour', { lastGatheredAt: minutesAgo(60) }, now],
  ])('%s', (_what, change, expected) => {
    expect(gatheredAt({ ...standing, ...change })).toEqual(expected)
  })
})

async function booker(confirmed: Date | null) {
  const opened = await world()
  const nora = await opened.person({ emailConfirmedAt: confirmed, firstName: 'go to https://evil.example/verify' })
  const title = 'INVOICE overdue: pay at https://evil.example/pay'
  const { id: eventId } = await opened.event(nora, { capacity: 1000, title, venue: 'Hall 1, evil.example/hall' })
  const book = async (times: number) => {
    for (let n = 0; n < times; n++) await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  }
  /** All that was sent, and all that waits for a time. */
  const later = (hours: number) =>
    opened.deps.db.update(mails).set({
      sentAt: sql`${mails.sentAt} - make_interval(hours => ${hours})`,
      createdAt: sql`${mails.createdAt} - make_interval(hours => ${hours})`,
      nextAttemptAt: sql`${mails.nextAttemptAt} - make_interval(hours => ${hours})`,
    })
  const sent = async () => (await collectMails(opened.deps)).map(({ subject }) => subject)
  return { opened, nora, book, later, sent }
}

const PLAIN = 'Your booking: INVOICE overdue: pay at'

test('an unconfirmed address gets five confirmations a day, then one mail an hour that names no title', async () => {
  const { book, later, sent, opened } = await booker(null)
  await book(12)
  expect(await sent()).toEqual([...Array<string>(5).fill(PLAIN), 'You have 7 new bookings'])
  await book(2)
  expect(await sent()).toEqual([])
  await book(1)
  expect(await sent()).toEqual([])
  await later(1)
  expect(await sent()).toEqual(['You have 3 new bookings'])
  await book(1)
  expect(await sent()).toEqual([])
  await later(1)
  expect(await sent()).toEqual(['You have 1 new booking'])
  expect(await opened.deps.db.$count(mails, eq(mails.status, 'waiting'))).toBe(0)
  await later(24)
  await book(1)
  expect(await sent()).toEqual([PLAIN])
})

test('a confirmed address gets them all, with their titles', async () => {
  const { book, sent } = await booker(new Date())
  await book(8)
  expect(await sent()).toEqual(Array<string>(8).fill('Your booking: INVOICE overdue: pay at https://evil.example/pay'))
})

test('an offer never waits: the sixth mail of a day names no title, and the offer is all there', async () => {
  const { opened, nora } = await booker(null)
  const organiser = await opened.person()
  const title = 'Cheap pills, dear friend'
  for (let n = 0; n < 7; n++) {
    const event = await opened.event(organiser, { capacity: 1, title })
    const { id } = await organiser.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    const params = { eventId: event.id }
    await nora.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
    await organiser.api.tickets.takeBack({ params: { ...params, ticketId: id }, body: { reason: 'Rain.' } })
  }
  // An offer that is made at night is sent in the morning.
  await opened.deps.db.update(mails).set({ nextAttemptAt: sql`now()` })
  const sent = (await collectMails(opened.deps)).filter(({ to }) => to === nora.email)
  const named = sent.filter((mail) => allOf(mail).includes(title))
  expect(sent.map(({ subject }) => subject)).toEqual([
    ...Array<string>(5).fill(`1 place for you: ${title}`),
    ...Array<string>(2).fill('1 place for you: an event'),
  ])
  expect(named).toHaveLength(5)
  expect(sent.at(-1)?.text).toMatch(/Reply by: .*\/links\//s)
})

test('a booking that is taken back, and a place that is handed back, carry words five times a day and no more', async () => {
  const w = await world()
  const [creator, nora] = [await w.person(), await w.person({ emailConfirmedAt: null })]
  const { id: eventId } = await w.event(creator, { capacity: 1000, title: 'Fiddle Night' })
  const WORDS = 'Your bank account is locked'
  const book = () => nora.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
  for (let n = 0; n < 4; n++) {
    const { id: ticketId } = await book()
    const { code } = await nora.api.places.send({ params: { ticketId }, body: { name: WORDS } })
    await w.visitor.places.handBack({ params: { code } })
    await creator.api.tickets.takeBack({ params: { eventId, ticketId }, body: { reason: WORDS } })
  }
  const sent = (await collectMails(w.deps)).filter(({ to }) => to === nora.email)
  const withWords = sent.filter(({ subject, text }) => `${subject} ${text}`.includes(WORDS))
  expect(sent.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Your friend can’t come: an event']))
  expect(withWords.length).toBeLessThanOrEqual(5)
})

test('every kind that is gathered counts in the email that gathers it', async () => {
  const w = await world()
  const { id: userId } = await w.person({ emailConfirmedAt: null })
  for (const kind of ['booking', 'booked-for-you', 'request-accepted'])
    await w.deps.db.insert(mails).values({ kind, userId, payload: {}, priority: 0, status: 'folded' })
  expect(await countGathered(w.deps.db, userId)).toBe(3)
})

test('what is booked for somebody without asking is gathered with their other confirmations', async () => {
  const { opened, book, nora, sent } = await booker(null)
  await book(5)
  expect(await sent()).toHaveLength(5)
  const organiser = await opened.person()
  const startTime = new Date(Date.now() + 3 * 86_400_000)
  const event = await opened.event(organiser, { capacity: 1, startTime })
  const { id } = await organiser.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  const params = { eventId: event.id }
  await nora.api.waitingList.join({ params, body: { numberOfTickets: 1, automatic: true } })
  await organiser.api.tickets.takeBack({ params: { ...params, ticketId: id }, body: { reason: 'Rain.' } })
  expect(await sent()).toContain('You have 1 new booking')
})

const allOf = (mail: Mail) =>
  [mail.subject, mail.html, mail.text, ...(mail.attachments ?? []).map(({ content }) => String(content))].join()

test('no mail to an unconfirmed address carries a link that somebody else wrote', async () => {
  const { book, opened, nora } = await booker(null)
  await book(7)
  await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
  const sent = await collectMails(opened.deps)
  expect(sent).toHaveLength(7)
  for (const mail of sent) expect(allOf(mail)).not.toContain('evil.example')
})

test.each([
  ['https://evil.example/join', 'Join at: http://localhost:3000/events/'],
  ['Zoom, evil.example/j/123?pwd=1', 'Join at: http://localhost:3000/events/'],
  ['The usual room', 'Join at: The usual room'],
])('to an unconfirmed address, %s of a virtual event is told as "%s"', async (venue, told) => {
  const { opened, nora } = await booker(null)
  const { id: eventId } = await opened.event(nora, { isVirtual: true, venue })
  await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  const [mail] = await collectMails(opened.deps)
  expect(mail?.text).toContain(told)
  expect(allOf(mail!)).not.toContain('evil.example')
})
