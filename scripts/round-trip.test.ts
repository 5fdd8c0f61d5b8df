// An event leaves one installation as a ZIP file and is read back by another, as a browser reads it.
import { expect, test } from 'vitest'
import { findColumns, findSource, toRows } from '../app/features/imports/columns.ts'
import { zipEntry } from '../app/lib/zip-entry.ts'
import { IMPORT } from '../contract/limits.ts'
import { readTable } from '../app/features/imports/read-file.ts'
import { eventBody, type EventBodyInput } from '../contract/event-body.ts'
import type { Event } from '../contract/events.ts'
import type { Series } from '../contract/series.ts'
import { OutsideError } from '../server/net/outside.ts'
import { fetchExport } from '../server/test-support/fetch-export.ts'
import { night, send } from '../server/test-support/night.ts'
import { picture } from '../server/test-support/pictures.ts'
import { unzip } from '../server/test-support/unzip.ts'
import { uploadClient } from '../server/test-support/upload-client.ts'
import { world } from '../server/test-support/world.ts'

test('guests who are taken to another installation keep name, address, seats and code', async () => {
  const [from, to] = [await night({ capacity: 20 }), await night({ capacity: 20 })]
  const ticket = await from.book(3)
  const friend = await from.guest.api.places.send({ params: { ticketId: ticket.id }, body: { name: 'Niamh' } })
  const params = { eventId: from.event.id }
  const added = { name: '=Aunt "Nuala", née O’Brien', email: 'nuala@example.org', numberOfTickets: 4 }
  await from.creator.api.guests.add({ params, body: added })
  const old = { name: 'Tom', code: 'https://lu.ma/check-in/evt-1?pk=g-AbCdEfGhIj' }
  await from.creator.api.imports.guests({ params, body: { source: 'luma', rows: [old] } })

  const zip = await from.creator.api.eventExport.event({ params })
  const table = await readTable(zip)
  expect(findSource(table)).toBe('hooley')
  const rows = toRows(table, findColumns(table, 'hooley'))
  const there = { params: { eventId: to.event.id }, body: { source: 'hooley' as const, rows } }
  expect((await to.creator.api.imports.guests(there)).rows).toEqual(['new', 'new', 'new', 'new'])
  expect((await to.creator.api.imports.guests(there)).rows).toEqual(['again', 'again', 'again', 'again'])
  const { guests } = await to.creator.api.guests.list({ params: { eventId: to.event.id } })
  expect(guests.toReversed().map(({ name, email, numberOfTickets }) => [name, email, numberOfTickets])).toEqual([
    ['Aoife Kelly', from.guest.email, 2],
    ['Niamh', null, 1],
    [added.name, added.email, 4],
    ['Tom', null, 1],
  ])
  const door = await to.link('Main door', false)
  const codes = [from.codeOf(ticket), friend.code, old.code]
  const verdicts = await send(to, door, ...codes.map((code) => ({ code })))
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['admitted', 'admitted', 'admitted'])

  // Where they come from they are guests already.
  const home = await from.creator.api.imports.guests({ params, body: { ...there.body, dryRun: true } })
  expect(home.rows.slice(0, 3)).toEqual(['code-ours', 'code-ours', 'code-ours'])
})

/** Another installation; `pages` are what it can fetch. */
async function elsewhere() {
  const pages = new Map<string, Buffer>()
  const get = ({ url }: { url: string }) => {
    const body = pages.get(url)
    if (!body) return Promise.reject(new OutsideError('BAD_ADDRESS', 'The address must start with https://.'))
    return Promise.resolve({ status: 200, headers: { 'content-type': 'image/png' }, body, url })
  }
  const there = await world({ deps: { outside: { get, post: () => Promise.reject(new Error('nothing is sent')) } } })
  return { ...there, pages, person: await there.person() }
}

const WORDS = {
  title: 'Fiddle “Night”; with friends, & all',
  description: 'Bring a fiddle.\n\nOr two: \\ or three.',
  startTime: '2099-07-01T20:00',
  endTime: '2099-07-01T23:30',
  timeZone: 'America/New_York',
  capacity: 33,
  isDraft: false,
}

// Everything that an event can be made with is in one of them.
const MADE: EventBodyInput[] = [
  {
    ...WORDS,
    venue: 'The Cobblestone, 77 King St N, Smithfield, Dublin',
    town: 'Dublin, Ireland',
    categories: ['music'],
    accessFacts: ['step-free', 'hearing-loop'],
    language: 'ga',
    artistDescription: 'Six fiddlers.',
    organizerDescription: 'A club.',
    posterSeed: 'abc123',
    anchorPrice: 12.5,
    maxPerPerson: 3,
    approval: true,
    bookingClosesAt: '2099-07-01T12:00',
  },
  { ...WORDS, venue: 'The Cobblestone, Dublin', confirm: true, roomSize: 33, sureness: '99.9' },
  {
    ...WORDS,
    venue: 'https://meet.example/fiddle',
    isVirtual: true,
    visibility: 'unlisted',
    admission: 'elsewhere',
    bookingUrl: 'https://tickets.example/7',
  },
]

// A copy is a draft and free, has its own file of the picture, and nobody is told of a change.
const OTHERWISE = ['isDraft', 'isFreeOfCharge', 'sellingPrice', 'imageUrl', 'note', 'version']

test('an event that is taken to another installation is a draft with everything that it was made with', async () => {
  const [from, to] = [await world(), await elsewhere()]
  const creator = await from.person({ emailConfirmedAt: new Date() })
  const wanted = Object.keys(eventBody.in.shape).filter((name) => !OTHERWISE.includes(name))
  expect(wanted.filter((name) => !MADE.some((body) => name in body))).toEqual([])
  for (const body of MADE) {
    const made = await creator.api.events.create({ body })
    const zip = await creator.api.eventExport.event({ params: { eventId: made.id } })
    const files = unzip(Buffer.from(await zip.arrayBuffer()))
    const read = async (name: string) => {
      const file = files.get(name)?.toString() ?? ''
      const { events } = await to.person.api.imports.events({ body: { file } })
      const again = await to.person.api.imports.events({ body: { file } })
      expect([events, again.events]).toMatchObject([[{ state: 'new' }], [{ state: 'again' }]])
      return to.person.api.events.get({ params: { eventId: events[0]?.eventId ?? 0 } })
    }
    const [copy, inCalendar] = [await read('event.json'), await read('event.ics')]
    const of = (event: Event, names: string[]) => names.map((name) => [name, event[name as keyof Event]])
    expect(of(copy, wanted)).toEqual(of(made, wanted))
    expect([copy.status, inCalendar.status]).toEqual(['draft', 'draft'])
    const known = ['title', 'description', 'venue', 'startTime', 'endTime', 'timeZone', 'categories']
    expect(of(inCalendar, known)).toEqual(of(made, known))
  }
})

test('an account is taken to another installation: what is to come, series, pictures and guests', async () => {
  const [from, to] = [await world(), await elsewhere()]
  const creator = await from.person({ emailConfirmedAt: new Date() })
  const file = await picture({ format: 'png' })
  const { key } = await uploadClient({ ...from, event: from.event }).upload(creator, file, 'image/png')
  const { id } = await creator.api.events.create({ body: { ...(MADE[0] as EventBodyInput), imageUrl: key } })
  const guest = await from.person()
  await creator.api.guests.add({ params: { eventId: id }, body: { name: 'Nuala', numberOfTickets: 2 } })
  await from.event(creator, { title: 'Long ago', startTime: new Date('2020-01-01'), endTime: new Date('2020-01-02') })
  await from.event(guest, { title: 'Of somebody else' })
  const rule = { unit: 'week' as const, every: 2, weekdays: [2, 5], count: 9 }
  const named = { extraDays: ['2099-07-09'], skippedDays: ['2099-07-14'] }
  const weekly = {
    ...WORDS,
    title: 'Every second week',
    venue: 'The Cobblestone, Dublin',
    bookingClosesAt: '2099-07-01T18:00',
  }
  const made = await creator.api.series.create({ body: { event: weekly, rule, ...named } })

  const { files, response } = await fetchExport(from, creator)
  const address = `${from.deps.config.publicUrl}/uploads/${key}`
  to.pages.set(address, file)
  const whole = new Blob([new Uint8Array(response.rawPayload)])
  const events = (await (await zipEntry(whole, ['events.json'], IMPORT.bytes))?.text()) ?? ''
  const bring = async (more: object) => (await to.person.api.imports.events({ body: { file: events, ...more } })).events
  const seen = await bring({ dryRun: true })
  expect(seen.map(({ title, state, repeats, picture }) => [title, state, repeats, picture])).toEqual([
    ['Every second week', 'new', 'series', undefined],
    [WORDS.title, 'new', null, 'found'],
  ])
  const [series, single] = await bring({ withPictures: true })
  expect((await bring({})).map(({ state }) => state)).toEqual(['again', 'again'])
  const copy = await to.person.api.series.get({ params: { seriesId: series?.seriesId ?? 0 } })
  expect(copy.settings).toMatchObject({ rule, ...named, localStart: '20:00', minutes: 210 })
  const datesOf = ({ dates }: Series) => dates.map(({ startTime, bookingClosesAt }) => [startTime, bookingClosesAt])
  expect(datesOf(copy)).toEqual(datesOf(await creator.api.series.get({ params: { seriesId: made.id } })))
  const eventId = single?.eventId ?? 0
  expect((await to.person.api.events.get({ params: { eventId } })).imageUrl).toMatch(/^events\//)

  const published = { ...(MADE[0] as EventBodyInput), isDraft: false }
  await to.person.api.events.update({ params: { eventId }, body: published })
  const table = await readTable(new Blob([new Uint8Array(files.get(`events/${id}/guests.csv`) ?? [])]))
  const body = { source: 'hooley' as const, rows: toRows(table, findColumns(table, 'hooley')) }
  expect((await to.person.api.imports.guests({ params: { eventId }, body })).rows).toEqual(['new'])
})
