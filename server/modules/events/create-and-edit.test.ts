import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { events } from '../../db/schema/events.ts'
import { uploads } from '../../db/schema/storage.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let anna: Person
let ben: Person

beforeAll(async () => {
  w = await openWorld({ env: { IMAGE_ORIGINS: 'https://pictures.example' } })
  anna = await w.person()
  ben = await w.person()
})
afterAll(() => w.close())

const body = (change: Record<string, unknown> = {}) =>
  ({
    title: 'Fiddle Night',
    description: 'Bring a fiddle.\nOr a drum.',
    venue: 'The Cobblestone, Dublin',
    startTime: '2027-03-03T19:30',
    endTime: '2027-03-03T22:00',
    // As the form sends them: booleans and numbers as text.
    isDraft: 'false',
    isVirtual: 'false',
    isFreeOfCharge: 'true',
    sellingPrice: '0',
    anchorPrice: '0',
    capacity: '40',
    ...change,
  }) as EventBodyInput

const rows = () => w.deps.db.$count(events)

async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason as { status: number; message: string },
  )
  return [error?.status ?? 200, error?.message ?? '']
}

const create = (change?: Record<string, unknown>, person = anna) => person.api.events.create({ body: body(change) })

async function createdBy(person: Person, change?: Record<string, unknown>) {
  const event = await create(change, person)
  return { event, params: { eventId: event.id } }
}

describe('creating', () => {
  test('an event comes back as it was sent, with real booleans and numbers', async () => {
    const event = await create({ artistDescription: 'Twelve fiddles.' })
    expect(event).toMatchObject({
      title: 'Fiddle Night',
      description: 'Bring a fiddle.\nOr a drum.',
      startTime: '2027-03-03T19:30:00.000Z',
      endTime: '2027-03-03T22:00:00.000Z',
      timeZone: 'Europe/Dublin',
      isDraft: false,
      isVirtual: false,
      isFreeOfCharge: true,
      capacity: 40,
      ticketsLeft: 40,
      isSoldOut: false,
      sellingPrice: 0,
      artistDescription: 'Twelve fiddles.',
      imageUrl: null,
      creatorId: anna.id,
      version: 1,
    })
    const creatorName = expect.any(String) as string
    expect(await w.visitor.events.get({ params: { eventId: event.id } })).toEqual({ ...event, creatorName })
  })

  test('an event is a draft in person unless it says otherwise', async () => {
    const event = await create({ isDraft: undefined, isVirtual: undefined })
    expect(event).toMatchObject({ isDraft: true, isVirtual: false })
    expect(await refusal(w.visitor.events.get({ params: { eventId: event.id } }))).toEqual([404, 'Event not found'])
  })

  test("local times are read in the body's zone, in summer time too", async () => {
    const event = await create({
      timeZone: 'Europe/Lisbon',
      startTime: '2027-07-01T20:00',
      endTime: '2027-07-01T23:00',
    })
    expect(event).toMatchObject({ startTime: '2027-07-01T19:00:00.000Z', timeZone: 'Europe/Lisbon' })
  })

  test('a zone is stored by its one name, however it was spelt', async () => {
    expect(await create({ timeZone: 'eUrOpE/lIsBoN' })).toMatchObject({ timeZone: 'Europe/Lisbon' })
  })

  test('what joins emoji and letters stays in a text, and an optional text of nothing else is none', async () => {
    const title = 'Famil\u00adie 👩‍👩‍👧 می‌خواهم'
    expect(await create({ title, artistDescription: '\u200b' })).toMatchObject({ title, artistDescription: null })
  })

  test('a double click with one key makes one event, even at the same moment', async () => {
    const before = await rows()
    const send = () => anna.api.events.create({ body: body(), headers: { 'idempotency-key': 'form-1234-5678' } })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map((event) => event.id)).size).toBe(1)
    expect(await rows()).toBe(before + 1)
  })

  test('a key that was used for another event is refused, and the same body answers the first event as it is now', async () => {
    const headers = { 'idempotency-key': 'form-8765-4321' }
    const first = await anna.api.events.create({ body: body(), headers })
    const before = await rows()
    expect(await refusal(anna.api.events.create({ body: body({ title: 'Drum Night' }), headers }))).toEqual([
      409,
      'This key was already used for another event',
    ])
    const changed = await anna.api.events.update({
      params: { eventId: first.id },
      body: body({ title: 'Later title' }),
    })
    expect(await anna.api.events.create({ body: body({ capacity: 40 }), headers })).toEqual(changed)
    expect(await rows()).toBe(before)
  })

  test('an event whose key came with no hash, from the version before, is answered as it was', async () => {
    const first = await w.event(anna, { creationKey: 'before-hashes' })
    const headers = { 'idempotency-key': 'before-hashes' }
    expect(await anna.api.events.create({ body: body({ title: 'Other' }), headers })).toMatchObject({ id: first.id })
  })

  test('without the key a double click makes two events, which is why the form sends one', async () => {
    const before = await rows()
    await Promise.all([create(), create()])
    expect(await rows()).toBe(before + 2)
  })

  test("another person's key is another key", async () => {
    const headers = { 'idempotency-key': 'the-same-key' }
    const first = await anna.api.events.create({ body: body(), headers })
    const second = await ben.api.events.create({ body: body(), headers })
    expect(second.id).not.toBe(first.id)
  })

  test('needs somebody who is signed in', async () => {
    expect(await refusal(w.visitor.events.create({ body: body() }))).toEqual([401, 'Please log in to continue.'])
  })
})

describe('changing', () => {
  test('the creator changes everything the form has', async () => {
    const { event, params } = await createdBy(anna, { artistDescription: 'Old' })
    const changed = await anna.api.events.update({
      params,
      body: body({ title: 'Drum Night', capacity: 5, isVirtual: true, venue: 'https://meet.example/x', version: 1 }),
    })
    expect(changed).toMatchObject({ title: 'Drum Night', capacity: 5, isVirtual: true, version: event.version + 1 })
    // The artist's description is omitted when it is empty.
    expect(changed.artistDescription).toBeNull()
  })

  test('keeps what the specification’s body does not carry', async () => {
    const kept = { organizerDescription: 'The house', latitude: 53.3, longitude: -6.2, timeZone: 'Europe/Lisbon' }
    const event = await w.event(anna, { ...kept, imageUrl: 'events/demo.webp', imageWidths: [400] })
    await anna.api.events.update({ params: { eventId: event.id }, body: body({ isDraft: undefined }) })
    const [row] = await w.deps.db.select().from(events).where(eq(events.id, event.id))
    expect(row).toMatchObject({ ...kept, status: 'published', imageUrl: 'events/demo.webp', imageWidths: [400] })
  })

  test('a stranger is refused, and learns nothing of a draft', async () => {
    const published = await createdBy(anna)
    const draft = await createdBy(anna, { isDraft: true })
    expect((await refusal(ben.api.events.update({ params: published.params, body: body() })))[0]).toBe(403)
    expect(await refusal(ben.api.events.update({ params: draft.params, body: body() }))).toEqual([
      404,
      'Event not found',
    ])
    expect((await refusal(w.visitor.events.update({ params: published.params, body: body() })))[0]).toBe(401)
    const unknown = anna.api.events.update({ params: { eventId: 2_000_000_000 }, body: body() })
    expect(await refusal(unknown)).toEqual([404, 'Event not found'])
  })

  test('the second of two editors reads that the event has changed', async () => {
    const { event, params } = await createdBy(anna)
    const save = (title: string) => anna.api.events.update({ params, body: body({ title, version: event.version }) })
    const answers = await Promise.all([refusal(save('First')), refusal(save('Second'))])
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409])
    expect(answers).toContainEqual([409, 'Someone else has changed this event. Please reload and try again.'])
  })

  test('capacity cannot go below what is sold', async () => {
    const event = await w.event(anna, { capacity: 10, ticketsSold: 7 })
    const to = (capacity: number) =>
      anna.api.events.update({ params: { eventId: event.id }, body: body({ capacity, isDraft: false }) })
    expect(await refusal(to(6))).toEqual([409, 'Capacity cannot be lower than the 7 tickets already sold'])
    expect(await to(7)).toMatchObject({ capacity: 7, isSoldOut: true })
    const offered = await w.event(anna, { capacity: 10, ticketsSold: 7, held: 2 })
    const change = { params: { eventId: offered.id }, body: body({ capacity: 8, isDraft: false }) }
    const sentence =
      'Capacity cannot be lower than the 7 tickets already sold and the 2 places held for the waiting list'
    expect(await refusal(anna.api.events.update(change))).toEqual([409, sentence])
  })

  test('a booked event cannot go back to draft, an unbooked one can', async () => {
    const booked = await w.event(anna, { ticketsSold: 1 })
    const unbooked = await w.event(anna)
    const toDraft = (id: number) => anna.api.events.update({ params: { eventId: id }, body: body({ isDraft: 'true' }) })
    expect(await refusal(toDraft(booked.id))).toEqual([409, 'An event that people have booked cannot go back to draft'])
    expect(await toDraft(unbooked.id)).toMatchObject({ isDraft: true })
  })

  test('a priced event becomes free when it is edited', async () => {
    const event = await w.event(anna, { isFreeOfCharge: false, sellingPrice: 12, anchorPrice: 15 })
    const changed = await anna.api.events.update({ params: { eventId: event.id }, body: body() })
    expect(changed).toMatchObject({ isFreeOfCharge: true, sellingPrice: 0, anchorPrice: 0 })
  })

  test('everybody who keeps a page of the event is told', async () => {
    const told: string[] = []
    w.deps.changes.onChange((tags) => told.push(...tags))
    const { event, params } = await createdBy(anna)
    await anna.api.events.update({ params, body: body({ isDraft: true }) })
    expect(told.filter((tag) => tag === `event:${event.id}`)).toHaveLength(2)
  })

  test('lists hear of an event that is published or taken back, and nothing of work at a draft', async () => {
    const told: string[][] = []
    w.deps.changes.onChange((tags) => told.push(tags))
    const { event, params } = await createdBy(anna, { isDraft: true })
    const save = (isDraft: boolean) => anna.api.events.update({ params, body: body({ isDraft }) })
    const own = [`event:${event.id}`]
    const all = [...own, 'lists', 'counts']
    await save(true)
    expect(told.splice(0)).toEqual([own, own])
    await save(false)
    await save(false)
    await save(true)
    expect(told.splice(0)).toEqual([all, all, all])
  })
})

describe('the picture of an event', () => {
  const upload = async (person: Person, fields: Partial<typeof uploads.$inferInsert> = {}) => {
    const key = `events/${crypto.randomUUID()}.jpg`
    const row = {
      key,
      userId: person.id,
      contentType: 'image/jpeg',
      storedAt: new Date(),
      widths: [400, 800],
      ...fields,
    }
    await w.deps.db.insert(uploads).values(row)
    return key
  }

  test('is one that its creator has uploaded, with its smaller variants and its main colour', async () => {
    const imageUrl = await upload(anna, { tint: '#e84828' })
    const event = await create({ imageUrl })
    const stem = imageUrl.replace('.jpg', '')
    expect(event.imageUrl).toBe(imageUrl)
    expect(event.tint).toBe('#e84828')
    expect(event.imageSizes).toEqual([
      { width: 400, url: `${stem}-400.webp` },
      { width: 800, url: `${stem}-800.webp` },
    ])
  })

  test('may be sent as the public address that was built from its key', async () => {
    const key = await upload(anna)
    const event = await create({ imageUrl: `${w.deps.config.publicUrl}/uploads/${key}` })
    expect(event.imageUrl).toBe(key)
  })

  test('may be an address of a site that is allowed, and can be taken away again', async () => {
    const { event, params } = await createdBy(anna, { imageUrl: 'https://pictures.example/a.jpg' })
    expect(event).toMatchObject({ imageUrl: 'https://pictures.example/a.jpg' })
    expect(await anna.api.events.update({ params, body: body({ imageUrl: '' }) })).toMatchObject({ imageUrl: null })
  })

  test.each([
    'https://elsewhere.example/a.jpg',
    'http://pictures.example/a.jpg',
    'https://pictures.example:8443/a.jpg',
    'https://pictures.example@elsewhere.example/a.jpg',
    'https://pictures.example.elsewhere.example/a.jpg',
    'HTTP://elsewhere.example/a.jpg',
    'http://%',
  ])('is refused from a site that is not allowed: %s', async (imageUrl) => {
    const before = await rows()
    const [status, message] = await refusal(create({ imageUrl }))
    expect(status).toBe(400)
    if (imageUrl.startsWith('http'))
      expect(message).toBe('Pictures from that site cannot be shown here. Please upload the picture instead.')
    expect(await rows()).toBe(before)
  })

  test('from a site that is no longer allowed stays with an event that has it', async () => {
    const imageUrl = 'https://elsewhere.example/a.jpg'
    const { id } = await w.event(anna, { imageUrl })
    const changed = await anna.api.events.update({ params: { eventId: id }, body: body({ imageUrl }) })
    expect(changed.imageUrl).toBe(imageUrl)
  })

  test.each([
    ['never uploaded', () => Promise.resolve('events/no-such-file.jpg')],
    ["somebody else's", () => upload(ben)],
  ])('is refused when it was %s', async (_what, key) => {
    const before = await rows()
    expect(await refusal(create({ imageUrl: await key() }))).toEqual([
      400,
      'This picture isn’t one you uploaded. Please choose it again.',
    ])
    expect(await rows()).toBe(before)
  })
})

describe('bad input is told in a sentence and nothing is stored', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['no title', { title: undefined }, 'Title is required'],
    ['an empty title', { title: '' }, 'Title is required'],
    ['a blank title', { title: '   ' }, 'Title is required'],
    ['a title of zero-width spaces', { title: '\u200b\u200b' }, 'Title is required'],
    ['a title of soft hyphens', { title: ' \u00ad ' }, 'Title is required'],
    ['a title of Hangul fillers', { title: '\u3164' }, 'Title is required'],
    ['a title of blank Braille', { title: '\u2800\ufe0f' }, 'Title is required'],
    ['a title over 150 characters', { title: 'x'.repeat(151) }, 'Title must have at most 150 characters'],
    ['a title of two lines', { title: 'One\nTwo' }, 'Title must be a single line'],
    ['a title that is a number', { title: 7 }, 'Title must be text'],
    ['a title that is a list', { title: ['a'] }, 'Title must be text'],
    ['a title with NUL', { title: 'a\u0000b' }, 'Title contains characters that cannot be used'],
    ['half a character', { title: 'a\uD800' }, 'Title contains characters that cannot be used'],
    ['a blank description', { description: ' \n ' }, 'Description is required'],
    ['an invisible description', { description: '\u2060\n\u200d' }, 'Description is required'],
    ['an endless description', { description: 'x'.repeat(10_001) }, 'Description must have at most 10,000 characters'],
    ['a blank venue', { venue: ' ' }, 'Venue is required'],
    ['an invisible venue', { venue: '\u200e\u3164' }, 'Venue is required'],
    ['no start', { startTime: undefined }, 'Start time is required'],
    ['an empty start', { startTime: '' }, 'Start time is required'],
    ['a start that is no date', { startTime: 'tomorrow' }, 'Start time must be a date and time'],
    ['the 31st of February', { startTime: '2027-02-31T10:00' }, 'Start time must be a date and time'],
    ['a start in the year 9999', { startTime: '9999-01-01T10:00' }, 'Start time must be a date and time'],
    ['a start in the year 0001', { startTime: '0001-01-01T10:00' }, 'Start time must be a date and time'],
    ['an end in the year 2500', { endTime: '2500-01-01T10:00' }, 'End time must be a date and time'],
    ['a number for a date', { startTime: 1_700_000_000_000 }, 'Start time is required'],
    ['an end before the start', { endTime: '2027-03-03T19:00' }, 'End time must be after start time'],
    ['an end equal to the start', { endTime: '2027-03-03T19:30' }, 'End time must be after start time'],
    ['an unknown zone', { timeZone: 'Europe/Nowhere' }, 'Time zone must be a time zone such as Europe/Dublin'],
    ['an offset for a zone', { timeZone: '+05:00' }, 'Time zone must be a time zone such as Europe/Dublin'],
    ['no capacity', { capacity: undefined }, 'Capacity must be a number'],
    ['an empty capacity', { capacity: '' }, 'Capacity must be a number'],
    ['capacity 0', { capacity: '0' }, 'Capacity must be a number greater than 0'],
    ['a negative capacity', { capacity: -5 }, 'Capacity must be a number greater than 0'],
    ['half a seat', { capacity: 1.5 }, 'Capacity must be a whole number'],
    ['an absurd capacity', { capacity: '99999999999' }, 'Capacity must be at most 1,000,000'],
    ['a capacity of 1e309', { capacity: '1e309' }, 'Capacity must be a number'],
    ['words for capacity', { capacity: 'many' }, 'Capacity must be a number'],
    ['a boolean that is none', { isDraft: 'perhaps' }, 'Is draft must be true or false'],
    ['a paid event', { isFreeOfCharge: 'false', sellingPrice: '12' }, 'Only free events can be created for now'],
    ['a negative price', { anchorPrice: '-1' }, 'Anchor price must not be negative'],
    ['a price of three decimals', { anchorPrice: 1.005 }, 'Anchor price must have at most 2 decimals'],
    ['a version that is none', { version: 'x' }, 'Version must be a number'],
    ...[
      'javascript:alert(1)',
      'data:text/html,<b>',
      'file:///etc/passwd',
      'events/../../secret',
      '//evil.example/x',
    ].map((imageUrl): [string, Record<string, unknown>, string] => [
      `the picture ${imageUrl}`,
      { imageUrl },
      'Image url must be an uploaded picture or a web address that starts with http',
    ]),
  ]

  test.each(cases)('%s', async (_what, change, sentence) => {
    const before = await rows()
    expect(await refusal(create(change))).toEqual([400, sentence])
    expect(await rows()).toBe(before)
  })

  test('the same holds when changing', async () => {
    const { event, params } = await createdBy(anna)
    for (const [, change, sentence] of cases) {
      expect(await refusal(anna.api.events.update({ params, body: body(change) }))).toEqual([400, sentence])
    }
    const creatorName = expect.any(String) as string
    expect(await anna.api.events.get({ params })).toEqual({ ...event, creatorName })
  })

  test.each([
    ['null', null],
    ['a list', [1]],
    ['text', 'hello'],
    ['a number', 5],
  ])('%s as a body', async (_what, wrong) => {
    expect((await refusal(anna.api.events.create({ body: wrong as never })))[0]).toBe(400)
  })

  test('an event id that is none', async () => {
    for (const id of ['x', '-1', '0', '1.5', '99999999999', '%00'])
      expect((await refusal(anna.api.events.update({ params: { eventId: id }, body: body() })))[0]).toBe(400)
  })
})
