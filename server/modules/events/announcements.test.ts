// How soon and how often changes are announced to guests.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { announcements } from '../../db/schema/event-states.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, world, type Person, type World } from '../../test-support/world.ts'
import { announceAt, type Pace } from './changes.ts'
import { getEventForUpdate } from './queries.ts'
import { announceChange } from './announcements.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const from = (ms: number) => new Date(NOW.getTime() + ms)

describe('when a change is announced', () => {
  const pace: Pace = { isCallingOff: false, starts: [from(3 * DAY)], firstAt: NOW, now: NOW, announced: [] }
  const six = [6, 5, 4, 3, 2, 1].map((hours) => from(-hours * HOUR))
  test.each<[string, Partial<Pace>, Date]>([
    ['an edit: after ten minutes', {}, from(10 * MINUTE)],
    ['an edit a day before the start: after ten', { starts: [from(DAY)] }, from(10 * MINUTE)],
    ['less than a day before: after two', { starts: [from(DAY - 1)] }, from(2 * MINUTE)],
    ['less than a day before the old start: after two', { starts: [from(DAY - 1), from(9 * DAY)] }, from(2 * MINUTE)],
    ['less than a day before the new start: after two', { starts: [from(9 * DAY), from(DAY - 1)] }, from(2 * MINUTE)],
    ['six hours before: after two', { starts: [from(6 * HOUR)] }, from(2 * MINUTE)],
    ['less than six hours before: at once', { starts: [from(9 * DAY), from(6 * HOUR - 1)] }, NOW],
    ['eight minutes before: at once', { starts: [from(8 * MINUTE)] }, NOW],
    ['of an event that goes on: at once', { starts: [from(-HOUR)] }, NOW],
    ['half an hour after the first edit at the latest', { firstAt: from(-25 * MINUTE) }, from(5 * MINUTE)],
    ['calling off: after two minutes', { isCallingOff: true }, from(2 * MINUTE)],
    ['calling off six hours before: at once', { isCallingOff: true, starts: [from(6 * HOUR)] }, NOW],
    ['ten minutes after the last one', { isCallingOff: true, announced: [from(-MINUTE)] }, from(9 * MINUTE)],
    ['or two, near the start', { starts: [from(5 * HOUR)], announced: [from(-MINUTE)] }, from(MINUTE)],
    ['the seventh of a day waits for the next', { announced: six }, from(18 * HOUR)],
    ['but not beyond two hours before the start', { starts: [from(5 * HOUR)], announced: six }, from(3 * HOUR)],
    ['then until half an hour before it', { starts: [from(1 * HOUR)], announced: six }, from(30 * MINUTE)],
    ['then until two minutes before it', { starts: [from(20 * MINUTE)], announced: six }, from(18 * MINUTE)],
    ['then at once', { starts: [from(MINUTE)], announced: six }, NOW],
    ['also if the last one was a moment ago', { starts: [from(MINUTE)], announced: [from(-MINUTE / 2)] }, NOW],
    ['of an event that goes on, the next day', { starts: [from(-HOUR)], announced: six }, from(18 * HOUR)],
  ])('%s', (_, changed, expected) => {
    expect(announceAt({ ...pace, ...changed })).toEqual(expected)
  })
})

let w: World
let anna: Person
let now: Date

beforeAll(async () => {
  now = new Date()
  w = await openWorld({ deps: { clock: () => now } })
  anna = await w.person()
})
afterAll(() => w.close())

async function booked(guest: Person, startsIn: number) {
  const startTime = new Date(now.getTime() + startsIn)
  const endTime = new Date(startTime.getTime() + 2 * HOUR)
  const title = 'Your bank account is locked, call 0900 123 456'
  const event = await w.event(anna, { startTime, endTime, title, venue: 'Call now Hall' })
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await w.deps.db.update(mails).set({ status: 'sent' })
  return { event, params: { eventId: event.id } }
}

/** Runs what is due by the test's clock, and returns the emails to this person. */
async function told(guest: Person) {
  const waiting = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'tell-of-change'))
  const lease = { signal: new AbortController().signal, check: () => undefined }
  for (const job of waiting.filter(({ nextAttemptAt }) => nextAttemptAt <= now)) {
    await announceChange(w.deps, { id: job.id, attempt: 1, lease, payload: job.payload as Record<string, unknown> })
    await w.deps.db.delete(jobs).where(eq(jobs.id, job.id))
  }
  return (await collectMails(w.deps)).filter(({ to }) => to === guest.email)
}

const pass = (ms: number) => (now = new Date(now.getTime() + ms))

test('cancelled and brought back in turn, an event is announced every two minutes and six times in all', async () => {
  const ben = await w.person({ emailConfirmedAt: new Date() })
  const { params } = await booked(ben, 5 * HOUR)
  const subjects: string[] = []
  for (let n = 0; n < 30; n++) {
    const body = { note: `Number ${n}` }
    await (n % 2 === 0 ? anna.api.events.cancel({ params, body }) : anna.api.events.reinstate({ params, body }))
    subjects.push(...(await told(ben)).map(({ subject }) => subject.slice(0, 4)))
    pass(61_000)
  }
  expect(subjects).toEqual(['Canc', 'Back', 'Canc', 'Back', 'Canc', 'Back'])
  // The last state is told before the start: it is on, as they know, so there is nothing to tell; cancelled, there is.
  await anna.api.events.cancel({ params, body: { note: 'In the end' } })
  expect(await told(ben)).toEqual([])
  pass(4 * HOUR)
  expect((await told(ben)).map(({ text }) => text.includes('In the end'))).toEqual([true])
})

const moved = (
  event: { title: string; startTime: Date; endTime: Date },
  venue: string,
  startTime = event.startTime,
) => ({
  title: event.title,
  description: 'Bring a fiddle.',
  venue,
  capacity: 100,
  startTime: startTime.toISOString(),
  endTime: event.endTime.toISOString(),
})

test('an event is moved again and again: guests know its last place before each start, until it is refused', async () => {
  const ben = await w.person({ emailConfirmedAt: new Date() })
  const { event, params } = await booked(ben, 20 * HOUR)
  const places: string[] = []
  const read = async () => {
    for (const { text } of await told(ben)) places.push(/Hall \d+/.exec(text)?.[0] ?? '')
  }
  const move = async (n: number) => {
    const startTime = new Date(now.getTime() + 10 * MINUTE)
    await anna.api.events.update({ params, body: moved(event, `Hall ${n}`, startTime) })
    await read()
    pass(9 * MINUTE)
    await read()
    expect(places.at(-1), 'a minute before the start').toBe(`Hall ${n}`)
  }
  for (let n = 1; n <= 10; n++) await move(n)
  expect(places).toHaveLength(10)
  await expect(move(11)).rejects.toMatchObject({ status: 429, code: 'change_limit' })
  await anna.api.events.cancel({ params, body: { note: 'In the end' } })
  expect((await told(ben)).map(({ subject }) => subject.slice(0, 4))).toEqual(['Canc'])
  await expect(anna.api.events.reinstate({ params, body: {} })).rejects.toMatchObject({ status: 429 })
  pass(DAY)
  await expect(move(11)).rejects.not.toMatchObject({ status: 429 })
})

test('to an unconfirmed address the sixth email of a day carries no note, title or place, and does not wait', async () => {
  const nora = await w.person({ emailConfirmedAt: null })
  const events = []
  for (let n = 0; n < 7; n++) events.push(await booked(nora, 5 * HOUR))
  await w.deps.db.delete(mails).where(eq(mails.userId, nora.id))
  const all: { subject: string; rest: string }[] = []
  for (const { params } of events) {
    await anna.api.events.cancel({ params, body: { note: 'Call me now' } })
    all.push(
      ...(await told(nora)).map(({ subject, text, html, attachments = [] }) => ({
        subject,
        rest: [text, html, ...attachments.map(({ content }) => String(content))].join(),
      })),
    )
  }
  expect(all).toHaveLength(7)
  const words = /bank account|Call me now|Call now Hall/
  expect(all.map(({ subject, rest }) => words.test(subject) || words.test(rest))).toEqual([
    ...Array<boolean>(5).fill(true),
    false,
    false,
  ])
  expect(all.at(-1)).toMatchObject({ subject: 'Cancelled: an event' })
})

test('so it is for a guest who was added by name, whose address somebody typed in', async () => {
  const email = 'nuala@example.org'
  const ben = await w.person()
  const texts: string[] = []
  for (let n = 0; n < 6; n++) {
    const { params } = await booked(ben, 5 * HOUR)
    await anna.api.guests.add({ params, body: { numberOfTickets: 1, name: 'Nuala', email, mail: true } })
    await w.deps.db.update(mails).set({ status: 'skipped' }).where(eq(mails.status, 'waiting'))
    await anna.api.events.cancel({ params, body: { note: 'Call me now' } })
    texts.push(...(await told({ ...ben, email })).map(({ subject, text }) => subject + text))
  }
  const words = /bank account|Call me now|Call now Hall/
  expect(texts.map((text) => words.test(text))).toEqual([true, true, true, true, true, false])
})

test('a new place eight minutes before the start is told at once', async () => {
  const ben = await w.person({ emailConfirmedAt: new Date() })
  const { event, params } = await booked(ben, 8 * MINUTE)
  await anna.api.events.update({ params, body: moved(event, 'The other hall') })
  expect((await told(ben)).map(({ subject }) => subject.slice(0, 9))).toEqual(['New place'])
})

test('an edit that holds the event lets what refers to it be written', async () => {
  const { deps, event, person } = await world()
  const { id } = await event(await person())
  await deps.db.transaction(async (edit) => {
    await getEventForUpdate(edit, id)
    await deps.db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = 500`)
      await other.insert(announcements).values({ eventId: id, announcedAt: new Date() })
    })
  })
  expect(await deps.db.select().from(announcements)).toHaveLength(1)
})
