import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from '../../mail/mail.ts'
import { mailOf } from '../../mail/unconfirmed.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { entryFile } from '../../ledger/booking-calendar.ts'
import { bookingMail } from '../../ledger/booking-emails.ts'
import { whenText } from '../../mail/when-text.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld()
  creator = await w.person()
})
afterAll(() => w.close())

const lisbon = {
  title: 'Supper Club; “Açúcar”, part \\ two 🎻',
  venue: 'Casa do Rio, Rua do Açúcar 12, Lisbon',
  timeZone: 'Europe/Lisbon',
  startTime: new Date('2027-07-18T18:30:00Z'),
  endTime: new Date('2027-07-18T21:30:00Z'),
}

async function confirmation(fields: EventFields, numberOfTickets = 2, emailConfirmedAt?: Date): Promise<Mail> {
  const event = await w.event(creator, fields)
  const anna = await w.person({ firstName: '<b>Anna</b>', emailConfirmedAt })
  const ticket = await anna.api.tickets.book({ body: { eventId: event.id, numberOfTickets } })
  const row = { id: 1, kind: 'booking', userId: anna.id, ticketId: ticket.id, payload: {}, now: new Date() }
  const config = {
    publicUrl: 'http://localhost:3000',
    calendarDomain: 'localhost',
    mailFrom: 'Hooley <post@hooley.example>',
    features: new Set<never>(),
  }
  const letter = await bookingMail(config, w.deps.secrets)(w.deps.db, row)
  if (!letter) throw new Error('no letter was written')
  const mail = await mailOf(letter, config)
  expect(mail.to).toBe(anna.email)
  return mail
}

/** Folded lines joined, escapes undone: what a calendar program reads. */
function readCalendar(file: string): Record<string, string> {
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n')
  const unescape = (value: string) => value.replace(/\\n/gi, '\n').replace(/\\([\\;,])/g, '$1')
  return Object.fromEntries(
    lines
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')), unescape(line.slice(line.indexOf(':') + 1))]),
  )
}

const calendarOf = (mail: Mail) => String(mail.attachments?.find((file) => file.filename.endsWith('.ics'))?.content)

test('the confirmation tells event, time in the event’s zone, venue and tickets, in HTML and in plain text', async () => {
  const mail = await confirmation(lisbon)
  expect(mail.subject).toBe(`Your booking: ${lisbon.title}`)
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain(lisbon.title)
    expect(body).toContain('18th Jul, 2027, 7:30 PM to 10:30 PM (WEST)')
    expect(body).toContain(lisbon.venue)
    expect(body).toContain('2 tickets')
    expect(body).toMatch(/http:..localhost:3000.my-bookings.\d+\b/)
  }
  expect(mail.html).toContain('&lt;b&gt;Anna&lt;/b&gt;')
  expect(mail.html).not.toContain('<b>Anna')
})

test('the link of a virtual event is in the email of those who booked it', async () => {
  const link = 'https://meet.example/room?a=1&b=2'
  const mail = await confirmation({ isVirtual: true, venue: link }, 1, new Date())
  expect(mail.text).toContain(`Join at: ${link}`)
  expect(mail.html).toContain(`<a class="ink" href="${link.replace('&', '&amp;')}"`)
  expect(mail.text).toContain('1 ticket')
  expect(readCalendar(calendarOf(mail)).LOCATION).toBe(link)
  // A virtual event has no door to show a code at.
  expect(mail.text + mail.html).not.toContain('Show this code')
  expect(mail.html).not.toContain('booking-code')
  expect(mail.attachments?.map((file) => file.filename)).toEqual(['event.ics'])
})

test('the confirmation of a priced event says what it comes to, and that nobody has to pay yet', async () => {
  const priced = await confirmation({ isFreeOfCharge: false, sellingPrice: 22.5, anchorPrice: 22.5 }, 3)
  for (const body of [priced.html, priced.text])
    expect(body).toContain('3 × £22.50 = £67.50. No payment is taken on Hooley yet.')
  expect((await confirmation(lisbon)).text).not.toContain('payment')
})

test('the calendar file says the same in UTC, with an id that stays', async () => {
  const mail = await confirmation(lisbon)
  expect(mail.attachments?.[0]).toMatchObject({ contentType: 'text/calendar; charset=utf-8; method=REQUEST' })
  expect(readCalendar(calendarOf(mail))).toMatchObject({
    VERSION: '2.0',
    SUMMARY: lisbon.title,
    LOCATION: lisbon.venue,
    DTSTART: '20270718T183000Z',
    DTEND: '20270718T213000Z',
    UID: expect.stringMatching(/^booking-\d+@localhost$/) as string,
  })
})

test('lines of the calendar file have at most 75 octets and end with CR LF, whatever the text', () => {
  const file = entryFile({
    uid: 'booking-1@localhost',
    title: 'Ünïcödé 🎻'.repeat(30),
    description: 'línea\n'.repeat(40),
    location: 'x'.repeat(300),
    url: 'http://localhost:3000/events/1',
    startTime: lisbon.startTime,
    endTime: lisbon.endTime,
    sequence: 0,
    changedAt: lisbon.startTime,
  })
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(readCalendar(file)).toMatchObject({ SUMMARY: 'Ünïcödé 🎻'.repeat(30), LOCATION: 'x'.repeat(300) })
})

test('an event over midnight tells both days', () => {
  const zone = 'America/New_York'
  const times = { startTime: new Date('2026-11-16T02:00:00Z'), endTime: new Date('2026-11-16T07:30:00Z') }
  expect(whenText({ ...times, timeZone: zone })).toBe('15th Nov, 2026, 9:00 PM to 16th Nov, 2026, 2:30 AM (GMT-5)')
})

test('the QR code is the booking’s own code and is shown inside the email', async () => {
  const mail = await confirmation(lisbon)
  const picture = mail.attachments?.find((file) => file.cid === 'booking-code')
  const image = sharp(picture?.content as Buffer).ensureAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const read = decodeQR({ data: new Uint8ClampedArray(data), width: info.width, height: info.height })
  // Capitals and digits: the smallest code that a camera can read.
  expect(read).toMatch(/^T[0-9A-Z]{42}$/)
  expect(mail.text).toContain(`Booking code: ${read}`)
  expect(mail.html).toContain('src="cid:booking-code"')
})

test('the email shows the share card as it is at that moment, which the plain text does without', async () => {
  const mail = await confirmation(lisbon, 2, new Date())
  const card = /<img src="http:..localhost:3000(\/images\/events\/card-\d+-[a-z0-9]+\.jpg)" alt=""/.exec(mail.html)?.[1]
  // A card of before would be a redirect.
  expect((await w.app.inject(card ?? '')).statusCode).toBe(200)
  expect(mail.text).not.toContain('/card-')
  // To an address that nobody has confirmed, a picture could say what words may not.
  expect((await confirmation(lisbon)).html).not.toContain('/card-')
})

test('a booking’s mail is sent once, as a file that mail programs open', async () => {
  const own = await openWorld()
  try {
    const anna = await own.person()
    const event = await own.event(anna)
    await anna.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    expect(await own.deps.jobs.runDue()).toBe(1)
    expect(await own.deps.jobs.runDue()).toBe(0)
    const folder = join(own.deps.config.dataDir, 'outbox')
    const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    expect(files).toHaveLength(1)
    const source = await readFile(join(folder, files[0] ?? ''), 'utf8')
    expect(source).toContain(`To: ${anna.email}`)
    expect(source).toContain('text/calendar')
  } finally {
    await own.close()
  }
})
