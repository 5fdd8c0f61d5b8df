// What visitors and followers see of a series: how many dates there are, their own, news, calendars and search engines.
import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { events } from '../../db/schema/events.ts'
import { inEffectFirst, seriesVersions } from '../../db/schema/series.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { change, clockAt, event, extend, lease, NOW, weekly } from '../../test-support/weekly-series.ts'
import { world } from '../../test-support/world.ts'
import { sendFollowDigests } from '../creators/digest.ts'
import { versionOn } from './dates.ts'
import { findVersions } from './queries.ts'

const DAY = 86_400_000

async function opened(fields: Partial<EventBodyInput> = {}) {
  const time = clockAt()
  const w = await world({
    deps: { clock: time.clock },
    env: { FEATURES: 'popular,recommended,sharing', PUBLIC_URL: 'https://hooley.example' },
  })
  const nora = await w.person({ emailConfirmedAt: NOW, publicName: 'Nora' })
  const body = event(fields)
  const series = await nora.api.series.create({ body: weekly({ event: body }) })
  const params = { seriesId: series.id }
  return { ...w, w, nora, event: body, series, add: time.add, params, ids: series.dates.map(({ id }) => id) }
}

test('the page of a date says when the others are, and knows at once that one is cancelled', async () => {
  const { visitor, nora, ids } = await opened()
  const text = async (eventId = ids[3]!) => (await visitor.events.get({ params: { eventId } })).seriesText
  expect(await text()).toBe('Every Tuesday · 11 more dates')
  await nora.api.events.cancel({ params: { eventId: ids[5]! }, body: {} })
  expect(await text()).toBe('Every Tuesday · 10 more dates')
  expect(await text(ids[5])).toBe('Every Tuesday · 11 more dates')
  for (const eventId of ids.slice(0, 3)) await nora.api.events.cancel({ params: { eventId }, body: {} })
  for (const eventId of ids.slice(6)) await nora.api.events.cancel({ params: { eventId }, body: {} })
  expect(await text()).toBe('Every Tuesday · 1 more date')
  await nora.api.events.cancel({ params: { eventId: ids[4]! }, body: {} })
  expect(await text()).toBe('Every Tuesday')
})

test('what is no date, or cannot be found, says nothing of a series', async () => {
  const { w, visitor, nora, ids } = await opened()
  const text = async (eventId: number, as = visitor) => (await as.events.get({ params: { eventId } })).seriesText
  expect(await text((await w.event(nora)).id)).toBeUndefined()
  await w.deps.db.update(events).set({ review: 'waiting' }).where(eq(events.id, ids[1]!))
  expect(await text(ids[1]!, nora.api)).toBeUndefined()
})

test('in SQL the same version is in effect on a day as in the program', async () => {
  const { w, params } = await opened()
  const [first] = await findVersions(w.deps.db, params.seriesId)
  for (const fromDay of ['2026-12-15', '2027-01-05', '2027-03-01'])
    await w.deps.db.insert(seriesVersions).values({ ...first!, seriesId: params.seriesId, fromDay })
  const versions = await findVersions(w.deps.db, params.seriesId)
  for (const day of [
    '2026-11-01',
    '2026-11-24',
    '2026-12-14',
    '2026-12-15',
    '2027-02-28',
    '2027-03-01',
    '2030-01-01',
  ]) {
    const { rows } = await w.deps.db.execute<{ day: string }>(
      sql`select from_day::text as day from series_versions order by ${inEffectFirst(day)} limit 1`,
    )
    expect([day, rows[0]?.day]).toEqual([day, versionOn(versions, day).fromDay])
  }
})

test('people see what they have of the coming dates, and where they wait', async () => {
  const { person, ids, params } = await opened({ capacity: 1 })
  const [ann, ben] = [await person(), await person()]
  await ann.api.tickets.book({ body: { eventId: ids[0]!, numberOfTickets: 1 } })
  const body = { eventIds: [ids[0]!, ids[2]!], numberOfTickets: 1, ifFull: 'wait' as const }
  await ben.api.series.book({ params, body })
  expect(await ben.api.series.mine({ params })).toMatchObject({
    dates: [
      { eventId: ids[0], numberOfTickets: 0, isWaiting: true },
      { eventId: ids[2], numberOfTickets: 1, isWaiting: false },
    ],
  })
  expect((await ann.api.series.mine({ params })).dates).toEqual([
    { eventId: ids[0], numberOfTickets: 1, isWaiting: false },
  ])
})

test('the seats on the page of a series are those of the moment', async () => {
  const { person, visitor, params, ids } = await opened()
  const left = async () => (await visitor.series.get({ params })).dates[0]?.ticketsLeft
  expect(await left()).toBe(10)
  const ann = await person()
  await ann.api.tickets.book({ body: { eventId: ids[0]!, numberOfTickets: 2 } })
  await expect.poll(left, { timeout: 2_000 }).toBe(8)
})

test('one who follows a series gets its new dates in one line, also with its creator, and can end it', async () => {
  const { w, person, nora, params, add } = await opened()
  const fans = await Promise.all(Array.from({ length: 3 }, () => person({ emailConfirmedAt: NOW })))
  const [ann, ben, cat] = fans
  for (const fan of fans) await fan.api.series.follow({ params })
  await ben!.api.creators.follow({ params: { creatorId: nora.id } })
  await cat!.api.series.unfollow({ params })
  expect(await ann!.api.series.listFollowed()).toEqual([
    { id: params.seriesId, title: 'Tuesday Session', ruleText: 'Every Tuesday', hasPage: true },
  ])
  expect(await cat!.api.series.listFollowed()).toEqual([])
  add(14)
  expect(await extend(w)).toBe(2)
  await w.deps.db.execute(sql`update events set published_at = ${new Date(NOW.getTime() + 13.5 * DAY)}
    where created_at > ${new Date(NOW.getTime())} or series_day > '2027-02-09'`)
  expect(await sendFollowDigests(w.deps, { lease })).toBe(2)
  const sent = await collectMails(w.deps)
  expect(sent.map(({ to }) => to).toSorted()).toEqual([ann!.email, ben!.email].toSorted())
  for (const { subject, text, unsubscribeUrl } of sent) {
    expect(subject).toBe('A new event from Nora')
    expect(text.match(/Tuesday Session/g)).toHaveLength(1)
    expect(unsubscribeUrl).toMatch(/\/unsubscribe\//)
  }
  expect(await sendFollowDigests(w.deps, { lease })).toBe(0)
})

test('the email about new dates that were booked leads to the page where this ends', async () => {
  const { w, nora, person, params, series, add } = await opened()
  const { version } = series.settings!
  await nora.api.series.update({ params, body: change(version, { standingAllowed: true }) })
  const ann = await person({ emailConfirmedAt: NOW })
  await ann.api.series.stand({ params, body: { numberOfTickets: 1 } })
  add(7)
  await extend(w)
  const sent = (await collectMails(w.deps)).find(({ to }) => to === ann.email)
  expect(sent?.text).toContain(`You can end this at any time: https://hooley.example/series/${params.seriesId}`)
})

/** As a calendar program reads it: uid, start, status. */
function readCalendar(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
  return new Map(
    calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, startDate } = new ICAL.Event(component)
      return [uid, `${startDate.toString()} ${String(component.getFirstPropertyValue('status'))}`]
    }),
  )
}

test('a subscribed calendar sees dates appear, move and go, each under one UID for ever', async () => {
  const { w, app, nora, event, ids, series, add } = await opened()
  const uid = (id: number) => `event-${id}@${w.deps.config.calendarDomain}`
  const read = async () => {
    const { statusCode, body } = await app.inject(`/feeds/series/${series.id}.ics`)
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/RRULE|RECURRENCE-ID/)
    return readCalendar(body)
  }
  const first = await read()
  expect([...first.keys()]).toEqual(ids.map(uid))
  expect(first.get(uid(ids[0]!))).toBe('2026-11-24T20:00:00 CONFIRMED')
  // One moves by hand, one is cancelled, one is deleted.
  const moved = { ...event, startTime: '2026-12-02T19:00', endTime: '2026-12-02T22:00' }
  await nora.api.events.update({ params: { eventId: ids[1]! }, body: moved })
  await nora.api.events.cancel({ params: { eventId: ids[2]! }, body: {} })
  await nora.api.events.remove({ params: { eventId: ids[3]! } })
  const second = await read()
  expect([...second.keys()].toSorted()).toEqual(
    ids
      .filter((id) => id !== ids[3])
      .map(uid)
      .toSorted(),
  )
  expect(second.get(uid(ids[1]!))).toBe('2026-12-02T19:00:00 CONFIRMED')
  expect(second.get(uid(ids[2]!))).toMatch(/CANCELLED$/)
  // All coming ones move, and later new ones appear.
  const { settings } = await nora.api.series.get({ params: { seriesId: series.id } })
  const body = {
    event: { ...event, startTime: '2026-11-24T18:30', endTime: '2026-11-24T21:30' },
    rule: settings!.rule,
    scope: 'all' as const,
    version: settings!.version,
  }
  await nora.api.series.update({ params: { seriesId: series.id }, body })
  add(7)
  await extend(w)
  const third = await read()
  expect(third.get(uid(ids[4]!))).toBe('2026-12-22T18:30:00 CONFIRMED')
  const added = [...third.keys()].filter((one) => !second.has(one))
  expect(added.map((one) => third.get(one))).toEqual(['2027-02-16T18:30:00 CONFIRMED'])
  for (const [format, type] of [
    ['rss', 'application/rss+xml'],
    ['json', 'application/feed+json'],
  ]) {
    const { headers, body } = await app.inject(`/feeds/series/${series.id}.${format}`)
    expect(headers['content-type']).toContain(type)
    expect(body).toContain(`https://hooley.example/series/${series.id}`)
  }
  for (const name of ['0.ics', '99.ics', 'x.ics', `${series.id}.xml`, '99999999999.ics'])
    expect((await app.inject(`/feeds/series/${name}`)).statusCode, name).toBe(404)
})

test('the feed of all events has every date, also where a list would show one', async () => {
  const { app } = await opened()
  const count = (body: string) => body.match(/BEGIN:VEVENT/g)?.length
  expect(count((await app.inject('/feeds/events.ics?series=once')).body)).toBe(12)
  expect(count((await app.inject('/feeds/events.ics')).body)).toBe(12)
})

test('where seats are asked for, a series is shown by its next date that has them', async () => {
  const { visitor, person, ids } = await opened({ capacity: 2 })
  const ann = await person()
  await ann.api.tickets.book({ body: { eventId: ids[0]!, numberOfTickets: 2 } })
  const { items } = await visitor.events.list({ query: { limit: 24, seats: '1', series: 'once' } })
  expect(items.map(({ id }) => id)).toEqual([ids[1]])
})

test('search engines get the page of a series once, beside its dates', async () => {
  const { app, ids, series } = await opened()
  const { body } = await app.inject('/sitemap.xml')
  expect(body.split(`<loc>https://hooley.example/series/${series.id}</loc>`)).toHaveLength(2)
  expect(body).toContain(`<loc>https://hooley.example/events/${ids[11]}</loc>`)
})
