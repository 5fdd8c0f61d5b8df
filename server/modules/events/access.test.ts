import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { FEATURE_NAMES } from '../../../contract/features.ts'
import { events } from '../../db/schema/events.ts'
import { socialPosts } from '../../db/schema/social-posts.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let anna: Person
let ben: Person

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(FEATURE_NAMES) } })
  anna = await w.person({ firstName: 'Anna', emailConfirmedAt: new Date() })
  ben = await w.person({ firstName: 'Ben', emailConfirmedAt: new Date() })
})
afterAll(() => w.close())

const answer = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status: number; message: string }) => `${error.status} ${error.message}`,
  )

const BODY: EventBodyInput = {
  title: 'Supper among friends',
  description: 'Bring a chair.',
  venue: 'A kitchen, Dublin',
  startTime: '2099-05-01T20:00:00Z',
  endTime: '2099-05-01T23:00:00Z',
  capacity: '4',
  isDraft: 'false',
}

const create = (fields: Partial<EventBodyInput>) => anna.api.events.create({ body: { ...BODY, ...fields } })
const book = (person: Person, eventId: number, key?: string) =>
  person.api.tickets.book({ body: { eventId, numberOfTickets: 1, key } })
const read = (person: Person, eventId: number) => answer(person.api.events.get({ params: { eventId } }))

describe('an unlisted event', () => {
  test('is booked with its key; people who have booked or wait see it without, until they no longer do', async () => {
    const { id: eventId, key, visibility } = await create({ visibility: 'unlisted', capacity: '1' })
    expect([visibility, key?.length]).toEqual(['unlisted', 22])
    expect(await answer(book(ben, eventId))).toBe('404 Event not found')
    expect(await answer(book(ben, eventId, 'A'.repeat(22)))).toBe('404 Event not found')
    expect(await read(ben, eventId)).toBe('404 Event not found')
    const { id: ticketId } = await book(ben, eventId, key)
    expect(await ben.api.events.get({ params: { eventId } })).toMatchObject({ key, isListed: false })
    expect((await ben.api.events.list({ query: { ids: String(eventId) } })).items).toHaveLength(1)
    const clara = await w.person()
    const join = (given?: string) =>
      answer(clara.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 1, key: given } }))
    expect(await join()).toBe('404 Event not found')
    expect(await join(key)).toBe(200)
    expect(await read(clara, eventId)).toBe(200)
    await clara.api.waitingList.leave({ params: { eventId } })
    expect(await read(clara, eventId)).toBe('404 Event not found')
    await ben.api.tickets.return({ params: { ticketId }, body: {} })
    expect(await read(ben, eventId)).toBe('404 Event not found')
  })

  test('carries its key in emails about it, and in the calendar file in them', async () => {
    const { id: eventId, key } = await create({ visibility: 'unlisted' })
    await book(ben, eventId, key)
    const mail = (await collectMails(w.deps)).find(({ to }) => to === ben.email)
    expect(mail?.html).toContain(`?key=${key}`)
    const files = (mail?.attachments ?? []) as { filename: string; content: string | Buffer }[]
    const file = files.find(({ filename }) => filename === 'event.ics')
    expect(String(file?.content).replace(/\r\n /g, '')).toContain(`/events/${eventId}?key=${key}`)
  })

  test('carries its key in what its organiser sends to try, plans to post, and writes to those who asked', async () => {
    const { id: eventId, key } = await create({ visibility: 'unlisted', approval: true })
    const link = `/events/${eventId}?key=${key}`
    const { db, mails } = w.deps
    await db.insert(socialPosts).values({ eventId, network: 'twitter', userId: anna.id, text: 'Come along' })
    await mails.add(db, { kind: 'social-post', userId: anna.id, payload: { eventId, network: 'twitter' } })
    const words = { subject: '', text: 'Bring a chair.' }
    const payload = { eventId, email: 'reminder', ...words }
    await mails.add(db, { kind: 'event-email-test', userId: anna.id, payload })
    await ben.api.bookingRequests.ask({ params: { eventId }, body: { numberOfTickets: 1, key } })
    const before = { startTime: BODY.startTime, endTime: BODY.endTime, venue: 'A garden, Dublin' }
    const change = { eventId, change: 'moved', before, note: null }
    await mails.add(db, { kind: 'event-change-waiting', userId: ben.id, payload: change })
    const sent = await collectMails(w.deps)
    expect(sent).toHaveLength(3)
    for (const { subject, text } of sent) expect([subject, text.includes(link)]).toEqual([subject, true])
    const changed = sent.find(({ to }) => to === ben.email)
    expect(changed?.text).toContain('You asked for a place at this event. Your request stays as it is.')
    expect(changed?.text).not.toContain('on the waiting list')
  })

  test('is asked about and reported with its key alone', async () => {
    const { id: eventId, key } = await create({ visibility: 'unlisted' })
    const ask = (given?: string) =>
      answer(ben.api.questions.ask({ params: { eventId }, body: { text: 'Is there soup?', key: given } }))
    expect([await ask(), await ask(key)]).toEqual(['404 Event not found', 200])
    const moderator = await w.person({ role: 'moderator' })
    const looks = () => answer(moderator.api.moderationConsole.event({ params: { eventId } }))
    expect([await looks(), await read(moderator, eventId)]).toEqual(['404 Event not found', '404 Event not found'])
    const report = (given?: string) =>
      answer(w.visitor.reports.send({ body: { eventId, key: given, kind: 'rules', text: 'This is spam.' } }))
    expect([await report(), await report(key)]).toEqual(['404 Event not found', 200])
    expect([await looks(), await read(moderator, eventId)]).toEqual([200, 200])
    expect(await moderator.api.events.get({ params: { eventId } })).not.toHaveProperty('key')
  })

  test('saved while it was public is in nobody’s list, and its savers are told of nothing', async () => {
    const event = await create({})
    const params = { eventId: event.id }
    await ben.api.favourites.save({ params })
    await anna.api.events.update({ params, body: { ...BODY, visibility: 'unlisted' } })
    const saved = await ben.api.favourites.list()
    expect(JSON.stringify(saved)).not.toContain(BODY.title)
    expect(await answer(ben.api.favourites.save({ params }))).toBe('404 Event not found')
    const { told } = await anna.api.events.impact({ params, query: { act: 'cancel' }, body: undefined })
    expect(told).toBe(0)
  })

  test('keeps its key when it is edited, and its copy has another', async () => {
    const { id: eventId, key } = await create({ visibility: 'unlisted' })
    const edited = await anna.api.events.update({ params: { eventId }, body: { ...BODY, title: 'Supper' } })
    expect(edited.key).toBe(key)
    const copy = await anna.api.events.duplicate({ params: { eventId } })
    expect([copy.visibility, copy.key === key]).toEqual(['unlisted', false])
  })
})

describe('an event that is not booked here', () => {
  test.each([
    ['just-come', {}, 'This event needs no booking'],
    ['elsewhere', { bookingUrl: 'https://www.tickets.example.org/1' }, 'Booking is on another site'],
  ] as const)('%s: refuses bookings, the waiting list and guests by name', async (admission, address, sentence) => {
    const event = await create({ admission, ...address, capacity: '7' })
    const eventId = event.id
    expect(event).toMatchObject({ admission, ...address, capacity: 7, isSoldOut: false })
    expect(await answer(book(ben, eventId))).toBe(`409 ${sentence}`)
    const wish = { params: { eventId }, body: { numberOfTickets: 1 } }
    expect(await answer(ben.api.waitingList.join(wish))).toBe(`409 ${sentence}`)
    const guest = { params: { eventId }, body: { name: 'Nuala', numberOfTickets: 1 } }
    expect(await answer(anna.api.guests.add(guest))).toBe(`409 ${sentence}`)
    await w.deps.db.update(events).set({ ticketsSold: 7 }).where(eq(events.id, eventId))
    expect(await w.visitor.events.get({ params: { eventId } })).toMatchObject({ isSoldOut: false })
  })

  test('also where it is unlisted, but only to those who may see it', async () => {
    const { id: eventId, key } = await create({ admission: 'just-come', visibility: 'unlisted' })
    expect(await answer(book(ben, eventId))).toBe('404 Event not found')
    expect(await answer(book(ben, eventId, key))).toBe('409 This event needs no booking')
  })

  test('names a site by https, with nothing that hides where it leads, and none that is blocked', async () => {
    const wrong = [
      '',
      'http://a.example',
      'https://a.example@evil.example',
      'https://127.0.0.1/x',
      'javascript:alert(1)',
    ]
    for (const bookingUrl of [...wrong, 'https://localhost/', 'https://ex\u200Bample.org/'])
      expect([bookingUrl, await answer(create({ admission: 'elsewhere', bookingUrl }))]).toEqual([
        bookingUrl,
        expect.stringMatching(/^400 .*https:\/\//),
      ])
    const moderator = await w.person({ role: 'moderator' })
    const body = { subject: { domain: 'tickets.example' }, act: 'block-domain', reason: 'spam' } as const
    await moderator.api.moderation.decide({ body })
    const blocked = create({ admission: 'elsewhere', bookingUrl: 'https://tickets.example/1' })
    expect(await answer(blocked)).toMatch(/^400 Links to tickets.example cannot be used here/)
  })

  test('can be changed only while nobody has ever booked, however the two presses meet', async () => {
    const justCome = (eventId: number) =>
      anna.api.events.update({ params: { eventId }, body: { ...BODY, admission: 'just-come' } })
    const booked = await create({})
    const { id: ticketId } = await book(ben, booked.id)
    await ben.api.tickets.return({ params: { ticketId }, body: {} })
    expect(await answer(justCome(booked.id))).toMatch(/^409 Someone has booked/)
    for (let round = 0; round < 5; round++) {
      const { id } = await create({})
      const [change, booking] = await Promise.all([answer(justCome(id)), answer(book(ben, id))])
      expect([
        [200, '409 This event needs no booking'],
        ['409 Someone has booked, so you can no longer change how people get in', 200],
      ]).toContainEqual([change, booking])
    }
  })
})
