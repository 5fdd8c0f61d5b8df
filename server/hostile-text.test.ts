import { mailParts } from './test-support/mail-parts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  escaped,
  HOSTILE_FORMULA,
  HOSTILE_NAME,
  HOSTILE_TEXT,
  HOSTILE_TITLE,
  MARK,
} from './test-support/hostile-strings.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

let world: World
let creator: Person
let eventId: number
let mails: { html: string; text: string; headers: string; calendar: string }[]

beforeAll(async () => {
  world = await openWorld({ pages: true, config: { demo: false } })
  creator = await world.person()
  await creator.api.users.updateProfile({ body: { firstName: HOSTILE_NAME, lastName: HOSTILE_FORMULA } })
  const made = await creator.api.events.create({
    body: {
      title: HOSTILE_TITLE,
      description: HOSTILE_TEXT,
      venue: HOSTILE_TEXT.split('\u2028')[0] ?? '',
      artistDescription: HOSTILE_TEXT,
      organizerDescription: HOSTILE_TEXT,
      startTime: '2099-05-01T20:00:00Z',
      endTime: '2099-05-01T23:00:00Z',
      capacity: 20,
      isDraft: false,
    },
  })
  eventId = made.id
  await creator.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  await world.visitor.auth.forgotPassword({ body: { email: creator.email } })
  await creator.api.questions.ask({ params: { eventId }, body: { text: HOSTILE_TEXT.split('\u2028')[0] ?? '' } })
  const guest = { name: HOSTILE_NAME, numberOfTickets: 1, email: 'nuala@example.org', mail: true }
  await creator.api.guests.add({ params: { eventId }, body: guest })
  const words = { to: 'all' as const, subject: HOSTILE_TITLE, text: HOSTILE_TEXT.split('\u2028')[0] ?? '' }
  for (const test of [true, false])
    await creator.api.guestMessages.send({ params: { eventId }, body: { ...words, test } })
  for (const kind of ['reminder-late', 'returned-by-link'])
    await world.deps.mails.add(world.deps.db, { kind, userId: creator.id, ticketId: 1, payload: { seats: 1 } })
  await world.deps.jobs.runDue()
  const folder = join(world.deps.config.dataDir, 'outbox')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  mails = await Promise.all(files.map(async (file) => mailParts(await readFile(join(folder, file), 'utf8'))))
})
afterAll(() => world.close())

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

  test('in every mail', () => {
    expect(mails).toHaveLength(8)
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
