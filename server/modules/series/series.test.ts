import { and, eq, inArray, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NewSeriesInput } from '../../../contract/series.ts'
import { events } from '../../db/schema/events.ts'
import { follows } from '../../db/schema/follows.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { eventSeries, seriesVersions } from '../../db/schema/series.ts'
import { uploads } from '../../db/schema/storage.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type World } from '../../test-support/world.ts'
import { book, change, datesOf, event, extend, lease, NOW, opened, weekly } from '../../test-support/weekly-series.ts'
import { sendFollowDigests } from '../creators/digest.ts'
import { listPopular } from '../popular/queries.ts'
import { rankPopular } from '../popular/ranking.ts'
import { sweepOrphans } from '../storage/orphans.ts'
import { announceChange } from '../events/announcements.ts'

const DAY = 86_400_000

test('a weekly series has its dates 84 days ahead, at eight by the clocks of its place', async () => {
  const { series, visitor } = await opened()
  expect(series.dates).toHaveLength(12)
  expect(series.ruleText).toBe('Every Tuesday')
  expect(series.dates.slice(0, 2).map(({ startTime }) => startTime)).toEqual([
    '2026-11-24T20:00:00.000Z',
    '2026-12-01T20:00:00.000Z',
  ])
  const seen = await visitor.series.get({ params: { seriesId: series.id } })
  expect(seen.dates).toHaveLength(12)
  expect(seen.settings).toBeUndefined()
  const one = await visitor.events.get({ params: { eventId: series.dates[3]!.id } })
  expect(one.seriesId).toBe(series.id)
})

test('days pass and dates are made, once, however often and wherever it runs', async () => {
  const { w, time, series } = await opened()
  time.add(14)
  const made = await Promise.all([extend(w), extend(w), extend(w)])
  expect(made.reduce((a, b) => a + b)).toBe(2)
  const days = (await datesOf(w, series.id)).map(({ seriesDay }) => seriesDay)
  expect(days).toHaveLength(14)
  expect(new Set(days).size).toBe(14)
  expect(await extend(w)).toBe(0)
})

test('a yearly rule always has its next date', async () => {
  const { w, time, series } = await opened({ rule: { unit: 'month', every: 12, on: { day: 24 } } })
  expect(series.dates).toHaveLength(1)
  time.add(7)
  await extend(w)
  expect((await datesOf(w, series.id)).map(({ seriesDay }) => seriesDay)).toEqual(['2026-11-24', '2027-11-24'])
})

test('a key sent twice makes one series, and another series with it is refused', async () => {
  const { nora } = await opened()
  const headers = { 'idempotency-key': 'twice-twice' }
  const [one, two] = await Promise.all([
    nora.api.series.create({ body: weekly(), headers }),
    nora.api.series.create({ body: weekly(), headers }),
  ])
  expect(one.id).toBe(two.id)
  await expect(nora.api.series.create({ body: weekly({ event: event({ title: 'Other' }) }), headers })).rejects.toThrow(
    'This key was already used for another series',
  )
})

const REFUSED = [
  [
    'a rule without any date',
    { rule: { unit: 'month', every: 12, on: { day: 31 } }, event: event({ startTime: '2026-11-24T20:00' }) },
    'gives no upcoming date',
  ],
  [
    'an end before the start',
    { rule: { unit: 'week', every: 1, weekdays: [2], until: '2026-11-01' } },
    'ends before it starts',
  ],
  ['ten thousand times', { rule: { unit: 'week', every: 1, weekdays: [2], count: 10_000 } }, 'At most 520 times'],
  [
    'a day that never comes',
    {
      rule: { unit: 'month', every: 12, on: { day: 30 } },
      event: event({ startTime: '2027-02-02T20:00', endTime: '2027-02-02T23:00' }),
    },
    'gives no upcoming date',
  ],
  [
    'only dates that are over',
    {
      event: event({ startTime: '2020-01-07T20:00', endTime: '2020-01-07T23:00' }),
      rule: { unit: 'week', every: 1, weekdays: [2], count: 3 },
    },
    'gives no upcoming date',
  ],
  [
    'an end and a number of times',
    { rule: { unit: 'week', every: 1, weekdays: [2], count: 2, until: '2027-01-01' } },
    'not both',
  ],
] as [string, Partial<NewSeriesInput>, string][]

test('what cannot be a series is refused with a sentence, and nothing is made', async () => {
  const w = await world({ deps: { clock: () => NOW } })
  const nora = await w.person()
  for (const [what, fields, sentence] of REFUSED)
    await expect(nora.api.series.create({ body: weekly(fields) }), what).rejects.toThrow(sentence)
  expect(await w.deps.db.$count(events)).toBe(0)
  expect(await w.deps.db.$count(eventSeries)).toBe(0)
})

test('a date changed by hand keeps that, and takes everything else from the series', async () => {
  const { w, nora, series } = await opened()
  const third = series.dates[2]!
  await nora.api.events.update({
    params: { eventId: third.id },
    body: event({ venue: 'The Back Room, Dublin', startTime: third.startTime, endTime: third.endTime }),
  })
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, third.id))
  expect(row?.ownFields).toEqual(['venue'])
  const body = change(series.settings!.version, {
    event: event({ description: 'Bring a tune.', venue: 'Upstairs, Dublin' }),
  })
  const preview = await nora.api.series.preview({ params: { seriesId: series.id }, body })
  expect(preview.dates[2]).toMatchObject({ what: 'changes', keeps: ['venue'], eventId: third.id })
  const after = await nora.api.series.update({ params: { seriesId: series.id }, body })
  expect(after.dates.map(({ venue }) => venue)).toEqual(
    after.dates.map(({ id }) => (id === third.id ? 'The Back Room, Dublin' : 'Upstairs, Dublin')),
  )
  expect(new Set(after.dates.map(({ description }) => description))).toEqual(new Set(['Bring a tune.']))
})

test('every date asks people to confirm and has extra places as the series has, also those that are made later', async () => {
  const asking = { confirm: true, roomSize: 30, sureness: '99.9' } as const
  const { w, time, nora, series } = await opened({ event: event(asking) })
  time.add(7)
  await extend(w)
  const settings = async () => {
    const dates = (await datesOf(w, series.id)).filter(({ startTime }) => startTime > time.clock())
    return new Set(dates.map(({ confirm, roomSize, capacity }) => `${confirm} ${roomSize} ${capacity}`))
  }
  expect(await settings()).toEqual(new Set(['true 30 30']))
  const body = change(series.settings!.version, { event: event({ confirm: false, roomSize: null }) })
  await nora.api.series.update({ params: { seriesId: series.id }, body })
  expect(await settings()).toEqual(new Set(['false null 10']))
})

test('this and following changes from a day on, the page and the ids stay', async () => {
  const { nora, series } = await opened()
  const from = '2026-12-15'
  const body = change(series.settings!.version, {
    scope: 'following',
    from,
    event: event({ startTime: '2026-12-15T19:00', endTime: '2026-12-15T21:30' }),
  })
  const after = await nora.api.series.update({ params: { seriesId: series.id }, body })
  expect(after.dates.map(({ id }) => id)).toEqual(series.dates.map(({ id }) => id))
  expect(after.dates.slice(1, 5).map(({ startTime }) => startTime)).toEqual([
    '2026-12-01T20:00:00.000Z',
    '2026-12-08T20:00:00.000Z',
    '2026-12-15T19:00:00.000Z',
    '2026-12-22T19:00:00.000Z',
  ])
})

test('of two who edit at once the second is told that the series has changed', async () => {
  const { nora, series } = await opened()
  const { version } = series.settings!
  const params = { seriesId: series.id }
  const results = await Promise.allSettled([
    nora.api.series.update({ params, body: change(version, { event: event({ title: 'One' }) }) }),
    nora.api.series.update({ params, body: change(version, { event: event({ title: 'Two' }) }) }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((one) => one.status === 'rejected')
  expect(String(refused?.reason)).toContain('This series has been changed elsewhere')
})

test('dates that no longer fit are kept, cancelled or deleted, and none moves', async () => {
  const { w, nora, series, person } = await opened()
  const guest = await person()
  const [first, second] = series.dates
  const booked = await book(guest, first!.id)
  await book(guest, second!.id)
  const body = change(series.settings!.version, {
    rule: { unit: 'week', every: 1, weekdays: [4] },
    leftOver: [{ eventId: second!.id, act: 'cancel' }],
  })
  const preview = await nora.api.series.preview({ params: { seriesId: series.id }, body })
  expect(preview.dates.filter(({ what }) => what === 'left-over')).toHaveLength(12)
  expect(preview.told).toBe(1)
  const after = await nora.api.series.update({ params: { seriesId: series.id }, body })
  const rows = await datesOf(w, series.id)
  expect(rows.find(({ id }) => id === first!.id)).toMatchObject({ status: 'published', ownFields: ['kept'] })
  expect(rows.find(({ id }) => id === second!.id)).toMatchObject({ status: 'cancelled' })
  expect(rows.filter(({ seriesDay }) => new Date(`${seriesDay}T00:00Z`).getUTCDay() === 2)).toHaveLength(2)
  expect(after.dates.filter(({ startTime }) => new Date(startTime).getUTCDay() === 4).length).toBeGreaterThan(10)
  const [ticket] = await w.deps.db.select().from(tickets).where(eq(tickets.id, booked.id))
  expect(ticket).toMatchObject({ numberOfTickets: 1, eventId: first!.id })
})

/** What changes have to say, collected before the world's own lane sends it. */
async function lettersOf({ deps }: World) {
  const rows = await deps.db.select().from(jobs).where(eq(jobs.kind, 'tell-of-change'))
  for (const { id, payload } of rows)
    await announceChange(deps, { id, attempt: 1, lease, payload: payload as Record<string, unknown> })
  return collectMails(deps)
}

test('somebody who has booked several dates gets one email about all of them, others one about theirs', async () => {
  const { w, nora, series, person, time } = await opened()
  const [regular, once] = [await person({ emailConfirmedAt: NOW }), await person({ emailConfirmedAt: NOW })]
  for (const { id } of series.dates.slice(0, 4)) await book(regular, id)
  await book(once, series.dates[1]!.id)
  const body = change(series.settings!.version, {
    event: event({ startTime: '2026-11-24T19:30', endTime: '2026-11-24T22:00', note: 'We start earlier.' }),
  })
  await nora.api.series.update({ params: { seriesId: series.id }, body })
  time.add(0.02)
  const letters = await lettersOf(w)
  const sent = await w.deps.db.select().from(mails).where(eq(mails.userId, regular.id)).orderBy(mails.id)
  expect(sent.filter(({ kind }) => kind !== 'booking').map(({ kind }) => kind)).toEqual(['dates-change'])
  const [letter] = letters.filter(({ subject }) => subject === '4 dates have changed: Tuesday Session')
  expect(letter?.to).toBe(regular.email)
  expect(letter?.text).toContain('New time: 24th Nov, 2026, 7:30 PM to 10:00 PM (GMT)')
  expect(letter?.text).toContain('We start earlier.')
  expect(letter?.attachments).toHaveLength(4)
  const theirs = await w.deps.db.select().from(mails).where(eq(mails.userId, once.id))
  expect(theirs.map(({ kind }) => kind).sort()).toEqual(['booking', 'event-change'])
})

test('who has booked several dates of a series that ends gets one email that all of them are cancelled', async () => {
  const { w, nora, series, person, time } = await opened()
  const regular = await person({ emailConfirmedAt: NOW })
  for (const { id } of series.dates.slice(0, 3)) await book(regular, id)
  await nora.api.series.end({
    params: { seriesId: series.id },
    body: { booked: 'cancel', note: 'The pub has closed.' },
  })
  time.add(0.02)
  const letters = await lettersOf(w)
  const sent = await w.deps.db.select().from(mails).where(eq(mails.userId, regular.id)).orderBy(mails.id)
  expect(sent.filter(({ kind }) => kind !== 'booking').map(({ kind }) => kind)).toEqual(['dates-change'])
  const letter = letters.find(({ subject }) => subject === '3 dates are cancelled: Tuesday Session')
  expect(letter?.text.match(/: Cancelled/g)).toHaveLength(3)
  expect(letter?.text).toContain('They won’t take place. You don’t need to do anything')
  expect(letter?.text).not.toMatch(/still valid|Keep or give back/)
  expect(letter?.attachments?.every(({ content }) => String(content).includes('METHOD:CANCEL'))).toBe(true)
  expect(letter?.text).toContain('The pub has closed.')
})

test('skipping a date deletes it, or cancels it where people have booked; it is not made again', async () => {
  const { w, nora, series, person } = await opened()
  const guest = await person()
  await book(guest, series.dates[1]!.id)
  const params = { seriesId: series.id }
  await nora.api.series.skip({ params, body: { day: '2026-11-24' } })
  await nora.api.series.skip({ params, body: { day: '2026-12-01' } })
  await extend(w)
  const rows = await datesOf(w, series.id)
  expect(rows.map(({ seriesDay }) => seriesDay)).not.toContain('2026-11-24')
  expect(rows[0]).toMatchObject({ seriesDay: '2026-12-01', status: 'cancelled' })
  await expect(nora.api.series.skip({ params, body: { day: '2026-11-25' } })).rejects.toThrow('no date on that day')
})

test('a date that its creator deletes is skipped', async () => {
  const { w, nora, series } = await opened()
  await nora.api.events.remove({ params: { eventId: series.dates[0]!.id } })
  await extend(w)
  expect((await datesOf(w, series.id))[0]?.seriesDay).toBe('2026-12-01')
})

test('a pause takes dates out, and resuming brings them back; the end is the end', async () => {
  const { w, nora, series } = await opened()
  const params = { seriesId: series.id }
  const paused = await nora.api.series.pause({ params, body: { from: '2026-12-01', until: '2026-12-29' } })
  expect(paused.dates.map(({ startTime }) => startTime.slice(0, 10)).slice(0, 2)).toEqual(['2026-11-24', '2026-12-29'])
  await nora.api.series.resume({ params })
  await extend(w)
  expect((await datesOf(w, series.id)).slice(0, 3).map(({ seriesDay }) => seriesDay)).toEqual([
    '2026-11-24',
    '2026-12-01',
    '2026-12-08',
  ])
  const ended = await nora.api.series.end({ params, body: {} })
  expect(ended).toMatchObject({ state: 'ended', dates: [] })
  expect(await extend(w)).toBe(0)
  await expect(nora.api.series.pause({ params, body: { until: '2026-01-01' } })).rejects.toThrow('later than it starts')
})

test('nothing is made for a creator who is suspended or leaves', async () => {
  const { w, time, series } = await opened()
  time.add(14)
  await w.deps.db.execute(`update users set suspended_until = '2027-06-01'`)
  expect(await extend(w)).toBe(0)
  await w.deps.db.execute(`update users set suspended_until = null, deletion_at = '2027-06-01'`)
  expect(await extend(w)).toBe(0)
  await w.deps.db.execute(`update users set deletion_at = null`)
  expect(await extend(w)).toBe(2)
  expect(await datesOf(w, series.id)).toHaveLength(14)
})

test('a draft series is nobody else’s to see, until all of it is published at once', async () => {
  const { nora, series, visitor, person } = await opened({ event: event({ isDraft: true }) })
  const params = { seriesId: series.id }
  await expect(visitor.series.get({ params })).rejects.toThrow('Series not found')
  const stranger = await person()
  const body = change(series.settings!.version)
  await expect(stranger.api.series.update({ params, body })).rejects.toThrow('Series not found')
  await nora.api.series.update({ params, body })
  expect((await visitor.series.get({ params })).dates).toHaveLength(12)
  await expect(stranger.api.series.update({ params, body })).rejects.toThrow('permission')
})

test('a list and a search that ask for a series once show its next date and how many follow', async () => {
  const { w, nora, series, visitor, time } = await opened()
  await w.event(nora, { title: 'Another Night', startTime: new Date('2026-12-10T20:00:00Z') })
  const titles = async (query: object) =>
    (await visitor.events.list({ query: { limit: 24, ...query } })).items.map(({ id, moreDates }) => [id, moreDates])
  expect(await titles({})).toHaveLength(13)
  for (const query of [{ when: 'upcoming' }, { q: 'tuesday' }, { kind: 'in-person' }] as const)
    expect((await titles({ ...query, series: 'once' }))[0]).toEqual([series.dates[0]!.id, 11])
  expect(await titles({ series: 'once', when: 'upcoming' })).toHaveLength(2)
  expect(await titles({ series: 'once', when: '2026-12-01..2026-12-08' })).toHaveLength(2)
  // A later date that was changed by hand is found by its own words, and by those of the series it is not there twice.
  const [, , third] = series.dates
  const { startTime, endTime } = third!
  await nora.api.events.update({
    params: { eventId: third!.id },
    body: event({ title: 'Tuesday Harps', venue: 'Town Hall, Galway', startTime, endTime }),
  })
  for (const query of [{ q: 'harps' }, { q: 'galway' }] as const)
    expect(await titles({ ...query, series: 'once' })).toEqual([[third!.id, 11]])
  expect(await titles({ q: 'tuesday', series: 'once' })).toEqual([[series.dates[0]!.id, 11]])
  time.add(7)
  // Another page than before, which is kept.
  const [next] = await titles({ series: 'once', when: 'upcoming', limit: 10 })
  expect(next?.[0]).toBe(series.dates[1]!.id)
  expect(await titles({ series: 'once', when: 'past' })).toEqual([[series.dates[0]!.id, 11]])
})

test('one who follows the creator gets one line for a series, and popular shows one of its dates', async () => {
  const { w, nora, series, person, time } = await opened()
  const guests = await Promise.all(Array.from({ length: 6 }, () => person()))
  for (const guest of guests) for (const { id } of series.dates.slice(0, 3)) await book(guest, id)
  await w.event(nora, { title: 'Another Night', startTime: new Date('2026-12-10T20:00:00Z') })
  await rankPopular({ db: w.deps.db, clock: () => new Date(Date.now() + 60_000) })
  const popular = await listPopular(w.deps)
  expect(popular.filter(({ seriesId }) => seriesId === series.id)).toHaveLength(1)
  const fan = await person({ emailConfirmedAt: NOW })
  await w.deps.db
    .insert(follows)
    .values({ userId: fan.id, creatorId: nora.id, since: new Date(NOW.getTime() - 40 * DAY) })
  await w.deps.db.execute(`update events set published_at = '2026-11-18T07:00:00Z'`)
  time.add(1)
  await sendFollowDigests(w.deps, { lease })
  const [digest] = await w.deps.db.select().from(mails).where(eq(mails.userId, fan.id))
  expect((digest?.payload as { eventIds: number[] }).eventIds).toHaveLength(2)
})

test('a picture that fifty dates show goes with the last of them, and not while dates to come will show it', async () => {
  const everyDay = { unit: 'week' as const, every: 1, weekdays: [1, 2, 3, 4, 5, 6, 7], count: 50 }
  const { w, nora, series } = await opened({ rule: everyDay })
  const { db } = w.deps
  const key = 'events/shared.webp'
  await db.insert(uploads).values({ key, userId: nora.id, contentType: 'image/webp', storedAt: NOW })
  await db.update(events).set({ imageUrl: key }).where(eq(events.seriesId, series.id))
  await db.update(seriesVersions).set({ imageUrl: key })
  const isThere = async () => (await db.$count(uploads, and(eq(uploads.key, key), isNull(uploads.deletedAt)))) > 0
  const remove = (id: number) => nora.api.events.remove({ params: { eventId: id } })
  const [first, second, ...others] = series.dates.map(({ id }) => id)
  expect(others).toHaveLength(48)
  await db.delete(events).where(inArray(events.id, others))
  await remove(first!)
  expect(await isThere()).toBe(true)
  await remove(second!)
  // The version will show it at dates that are still to be made.
  expect(await isThere()).toBe(true)
  const { id: last } = await w.event(nora, { imageUrl: key })
  await db.update(seriesVersions).set({ imageUrl: null })
  await sweepOrphans({ ...w.deps, clock: () => new Date(Date.now() + 3 * DAY) })
  expect(await isThere()).toBe(true)
  await remove(last)
  expect(await isThere()).toBe(false)
})
