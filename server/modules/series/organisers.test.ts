import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { events } from '../../db/schema/events.ts'
import { eventSeries, standingPlaces } from '../../db/schema/series.ts'
import { socialPosts } from '../../db/schema/social-posts.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { book, change, datesOf, event, extend, NOW, opened, weekly } from '../../test-support/weekly-series.ts'

test('every date of an unlisted series has a link of its own, which a change of the series leaves as it is', async () => {
  const { w, nora, series, visitor, time } = await opened({ event: event({ visibility: 'unlisted' }) })
  const params = { seriesId: series.id }
  const keys = series.dates.map(({ key }) => key)
  expect(new Set(keys).size).toBe(12)
  expect(keys.every((key) => key?.length === 22)).toBe(true)
  await expect(visitor.series.get({ params })).rejects.toThrow('Series not found')
  const body = change(series.settings!.version, { event: event({ title: 'Another Name' }) })
  const after = await nora.api.series.update({ params, body })
  expect(after.dates.map(({ key, title }) => [key, title])).toEqual(keys.map((key) => [key, 'Another Name']))
  time.add(7)
  await extend(w)
  expect((await datesOf(w, series.id)).at(-1)?.linkKey).toHaveLength(22)
  const shown = change(after.settings!.version, { event: event({ visibility: 'public' }) })
  const listed = await nora.api.series.update({ params, body: shown })
  expect(listed.dates.every(({ key }) => key === undefined)).toBe(true)
  expect((await visitor.series.get({ params })).dates).toHaveLength(12)
})

test('an unlisted series has a page for those with its key, who book several of its dates by it', async () => {
  const { w, nora, series, visitor, person } = await opened({ event: event({ visibility: 'unlisted' }) })
  const params = { seriesId: series.id }
  const { key = '' } = series
  expect(key).toHaveLength(22)
  const seen = await visitor.series.get({ params, query: { key } })
  expect(seen.dates.map((date) => date.key)).toEqual(series.dates.map((date) => date.key))
  expect(seen).toMatchObject({ key, standingAllowed: false })
  await expect(visitor.series.get({ params, query: { key: 'x'.repeat(22) } })).rejects.toThrow('Series not found')
  const ann = await person()
  const body = { eventIds: series.dates.slice(0, 2).map(({ id }) => id), numberOfTickets: 1 }
  await expect(ann.api.series.book({ params, body })).rejects.toThrow('Series not found')
  const booked = await ann.api.series.book({ params, body: { ...body, key } })
  expect(booked.dates.map(({ outcome }) => outcome)).toEqual(['booked', 'booked'])
  // The old link would lead to the new one of the date.
  await nora.api.events.renewLink({ params: { eventId: series.dates[0]!.id } })
  await expect(visitor.series.get({ params, query: { key } })).rejects.toThrow('Series not found')
  const { key: renewed = '' } = await nora.api.series.get({ params })
  expect(renewed).not.toBe(key)
  const shown = change(series.settings!.version, { event: event({ visibility: 'public' }) })
  expect((await nora.api.series.update({ params, body: shown })).key).toBeUndefined()
  const draft = await nora.api.series.create({
    body: weekly({ event: event({ isDraft: true, visibility: 'unlisted' }) }),
  })
  const ofDraft = { params: { seriesId: draft.id }, query: { key: draft.key } }
  await expect(visitor.series.get(ofDraft)).rejects.toThrow('Series not found')
  const page = await w.app.inject(`/api/series/${draft.id}`)
  expect(page.statusCode).toBe(404)
})

test('how people get in is the same for every date, and one that was changed by hand keeps its own', async () => {
  const elsewhere = { admission: 'elsewhere', bookingUrl: 'https://tickets.example.org/tuesday' } as const
  const { w, nora, series } = await opened({ event: event(elsewhere) })
  const params = { seriesId: series.id }
  expect(new Set((await datesOf(w, series.id)).map(({ admission }) => admission))).toEqual(new Set(['elsewhere']))
  const [first] = series.dates
  await nora.api.events.update({ params: { eventId: first!.id }, body: event({ admission: 'just-come' }) })
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, first!.id))
  expect(row?.ownFields).toEqual(['access'])
  const body = change(series.settings!.version, { event: event({ admission: 'book' }) })
  await nora.api.series.update({ params, body })
  expect((await datesOf(w, series.id)).map(({ admission }) => admission).slice(0, 3)).toEqual([
    'just-come',
    'book',
    'book',
  ])
})

test('an extra day gets a date, a skipped day comes back as one, and a day that is over is refused', async () => {
  const { w, nora, series } = await opened()
  const params = { seriesId: series.id }
  const skipped = await nora.api.series.skip({ params, body: { day: '2026-12-01' } })
  const { version } = skipped.settings!
  const body = { version, extraDays: ['2026-12-01', '2026-11-27'] }
  const after = await nora.api.series.saveSettings({ params, body })
  expect(after.settings).toMatchObject({ extraDays: ['2026-11-27', '2026-12-01'], skippedDays: [] })
  await extend(w)
  const days = (await datesOf(w, series.id)).map(({ seriesDay }) => seriesDay)
  expect(days.slice(0, 3)).toEqual(['2026-11-24', '2026-11-27', '2026-12-01'])
  await expect(nora.api.series.saveSettings({ params, body })).rejects.toThrow('has been changed elsewhere')
  for (const day of ['2026-11-18', '2026-11-23'])
    await expect(
      nora.api.series.saveSettings({ params, body: { version: after.settings!.version, extraDays: [day] } }),
    ).rejects.toThrow('An extra day must be in the future')
})

test('the organiser sees who is booked for every date, and ends it for all by not allowing it any more', async () => {
  const { w, nora, series, person, time } = await opened({ standingAllowed: true })
  const params = { seriesId: series.id }
  const [ann, ben] = [await person({ emailConfirmedAt: NOW }), await person({ emailConfirmedAt: NOW })]
  for (const one of [ben, ann]) {
    await one.api.series.stand({ params, body: { numberOfTickets: 2 } })
    time.add(0.001)
  }
  const listed = await nora.api.series.listStanding({ params })
  expect(listed.map(({ numberOfTickets }) => numberOfTickets)).toEqual([2, 2])
  await expect(ann.api.series.listStanding({ params })).rejects.toThrow('permission')
  const { version } = series.settings!
  const after = await nora.api.series.saveSettings({ params, body: { version, standingSeats: 4 } })
  expect(after).toMatchObject({ standingAllowed: true, settings: { standingSeats: 4, standingPlaces: 2 } })
  await nora.api.series.saveSettings({
    params,
    body: { version: after.settings!.version, standingAllowed: false, standingSeats: null },
  })
  expect(await w.deps.db.select({ ending: standingPlaces.ending }).from(standingPlaces)).toEqual([
    { ending: 'not-allowed' },
    { ending: 'not-allowed' },
  ])
})

test('only what was changed reaches the other dates, and the date at which it was changed takes it too', async () => {
  const { w, nora, series } = await opened()
  const params = { seriesId: series.id }
  const [, second] = series.dates
  const own = event({
    venue: 'The Back Room, Dublin',
    title: 'Guest Night',
    startTime: second!.startTime,
    endTime: second!.endTime,
  })
  await nora.api.events.update({ params: { eventId: second!.id }, body: own })
  const after = await nora.api.series.update({
    params,
    body: {
      scope: 'all',
      version: series.settings!.version,
      event: { ...own, title: 'Tunes', capacity: 99 },
      changed: ['title'],
      eventId: second!.id,
    },
  })
  expect(after.dates.slice(0, 3).map(({ title, venue, capacity }) => [title, venue, capacity])).toEqual([
    ['Tunes', 'The Cobblestone, Dublin', 10],
    ['Tunes', 'The Back Room, Dublin', 10],
    ['Tunes', 'The Cobblestone, Dublin', 10],
  ])
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, second!.id))
  expect(row?.ownFields).toEqual(['venue'])
})

test('a change of everything keeps the rule that a later version has', async () => {
  const { w, nora, series } = await opened()
  const params = { seriesId: series.id }
  const thursdays = { unit: 'week', every: 1, weekdays: [4] } as const
  const following = change(series.settings!.version, {
    scope: 'following',
    from: '2027-01-01',
    rule: { ...thursdays, weekdays: [4] },
  })
  const changed = await nora.api.series.update({ params, body: following })
  const all = { scope: 'all', version: changed.settings!.version, event: event({ title: 'Tunes' }) } as const
  const after = await nora.api.series.update({ params, body: { ...all, changed: ['title'] } })
  expect(new Set(after.dates.map(({ title }) => title))).toEqual(new Set(['Tunes']))
  const days = (await datesOf(w, series.id)).map(({ startTime }) => startTime.getUTCDay())
  expect([days[0], days.at(-1)]).toEqual([2, 4])
  expect(after.dates.map(({ id }) => id)).toEqual(changed.dates.map(({ id }) => id))
})

test('who joins the team of a date runs the whole series, new dates too, until they leave', async () => {
  const { w, nora, series, person, time } = await opened()
  const params = { eventId: series.dates[3]!.id }
  const mary = await person({ emailConfirmedAt: NOW })
  await nora.api.team.invite({ params, body: { email: mary.email } })
  const letter = (await collectMails(w.deps)).find(({ to }) => to === mary.email)
  const token = /team-invitations\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  await mary.api.team.acceptInvitation({ params: { token } })
  time.add(7)
  await extend(w)
  const managed = async () => new Set((await datesOf(w, series.id)).map(({ managerIds }) => String(managerIds)))
  expect(await datesOf(w, series.id)).toHaveLength(13)
  expect(await managed()).toEqual(new Set([String(mary.id)]))
  const seen = await mary.api.series.get({ params: { seriesId: series.id } })
  expect(seen.settings?.version).toBe(1)
  await mary.api.series.skip({ params: { seriesId: series.id }, body: { day: '2026-12-08' } })
  await nora.api.team.leave({ params: { eventId: series.dates[0]!.id, userId: mary.id } })
  expect(await managed()).toEqual(new Set(['']))
  time.add(7)
  await extend(w)
  expect(await managed()).toEqual(new Set(['']))
  await expect(mary.api.series.skip({ params: { seriesId: series.id }, body: { day: '2026-12-15' } })).rejects.toThrow(
    'permission',
  )
})

test('a copy of a date is one event and no date of the series', async () => {
  const { nora, series } = await opened()
  const copy = await nora.api.events.duplicate({ params: { eventId: series.dates[0]!.id } })
  expect(copy.seriesId).toBeUndefined()
  expect((await nora.api.series.get({ params: { seriesId: series.id } })).dates).toHaveLength(12)
})

test('a preview of this and following lists no date before', async () => {
  const { nora, series } = await opened()
  const body = change(series.settings!.version, { scope: 'following', from: '2026-12-01' })
  const preview = await nora.api.series.preview({ params: { seriesId: series.id }, body })
  expect(preview.dates.map(({ what, day }) => [what, day]).slice(0, 2)).toEqual([
    ['stays', '2026-12-01'],
    ['stays', '2026-12-08'],
  ])
  expect(preview.dates).toHaveLength(11)
})

test('for a creator who is suspended or leaves nothing new is made, and a sentence says why', async () => {
  const { w, nora, series, person } = await opened()
  const params = { seriesId: series.id }
  const mary = await person()
  await w.deps.db.update(events).set({ managerIds: [mary.id] })
  await w.deps.db.update(eventSeries).set({ managerIds: [mary.id] })
  const isNora = eq(users.id, nora.id)
  await w.deps.db
    .update(users)
    .set({ suspendedUntil: new Date('2027-06-01') })
    .where(isNora)
  await expect(nora.api.series.create({ body: weekly() })).rejects.toThrow('suspended')
  const thursdays = { unit: 'week', every: 1, weekdays: [2, 4] } as const
  const body = change(1, { rule: { ...thursdays, weekdays: [2, 4] }, event: event({ title: 'Tunes' }) })
  const after = await mary.api.series.update({ params, body })
  expect(after.dates.map(({ title }) => title)).toEqual(series.dates.map(() => 'Tunes'))
  await w.deps.db
    .update(users)
    .set({ suspendedUntil: null, deletionAt: new Date('2027-06-01') })
    .where(isNora)
  await expect(mary.api.series.update({ params, body: { ...body, version: 2 } })).rejects.toThrow(
    'deleting their account',
  )
  await expect(nora.api.series.create({ body: weekly() })).rejects.toThrow('about to be deleted')
  expect(await w.deps.db.$count(eventSeries)).toBe(1)
  expect(await datesOf(w, series.id)).toHaveLength(12)
})

test('dates that somebody waits for are settled by a change of all, the others are only written', async () => {
  const { w, nora, series, person } = await opened({ event: event({ capacity: 1 }) })
  const [guest, waiting] = [await person(), await person()]
  const [first, second, third] = series.dates
  for (const { id } of [first!, third!]) await book(guest, id)
  await waiting.api.waitingList.join({ params: { eventId: third!.id }, body: { numberOfTickets: 1 } })
  const params = { seriesId: series.id }
  const update = (version: number, fields: Partial<EventBodyInput>) =>
    nora.api.series.update({ params, body: change(version, { event: event(fields) }) })
  await expect(update(1, { capacity: 1, admission: 'just-come' })).rejects.toThrow()
  await update(1, { capacity: 2 })
  const rows = await datesOf(w, series.id)
  const seats = ({ ticketsSold, held, capacity, version }: (typeof rows)[number]) => [
    ticketsSold,
    held,
    capacity,
    version,
  ]
  expect(rows.slice(0, 3).map(seats)).toEqual([
    [1, 0, 2, 2],
    [0, 0, 2, 2],
    [1, 1, 2, 2],
  ])
  await expect(update(2, { capacity: 1 })).rejects.toThrow('held')
  expect((await datesOf(w, series.id)).map(({ capacity }) => capacity)).toEqual(rows.map(() => 2))
  // Words alone do not concern who waits.
  const after = await update(2, { capacity: 2, title: 'Session' })
  expect(after.dates.map(({ title }) => title)).toEqual(after.dates.map(() => 'Session'))
  expect((await datesOf(w, series.id)).find(({ id }) => id === second!.id)).toMatchObject({ ticketsSold: 0, held: 0 })
})

test('questions, emails and social texts of one date reach the others and new ones, but not those changed by hand', async () => {
  const { w, time, nora, series, person } = await opened({}, { FEATURES: 'emailers,social-settings' })
  const params = { seriesId: series.id }
  const [first, second, third, fourth] = series.dates.map(({ id }) => id) as [number, number, number, number]
  const ask = (eventId: number, ...labels: string[]) =>
    nora.api.bookingQuestions.put({
      params: { eventId },
      body: { questions: labels.map((label) => ({ kind: 'text' as const, label })) },
    })
  const write = (eventId: number, subject: string) =>
    nora.api.eventEmails.set({
      params: { eventId, kind: 'thanks' },
      body: { enabled: true, subject, text: 'Thank you, {first_name}', hours: '2' },
    })
  const post = (eventId: number, text: string) =>
    nora.api.socialPosts.set({ params: { eventId, network: 'facebook' }, body: { text, at: '' } })
  const textsOf = async (eventId: number) => [
    (await nora.api.bookingQuestions.get({ params: { eventId } })).questions.map(({ label }) => label).join(),
    (await nora.api.eventEmails.get({ params: { eventId, kind: 'thanks' } })).subject,
    (await nora.api.socialPosts.list({ params: { eventId } })).map(({ text }) => text).join(),
  ]
  const use = (eventId: number, scope: 'following' | 'all', who = nora) =>
    who.api.series.saveTexts({ params, body: { eventId, texts: ['questions', 'emails', 'posts'], scope } })

  await Promise.all([ask(first, 'Which tune?', 'Which chair?'), write(second, 'By hand'), post(first, 'Come!')])
  await post(second, 'Mine')
  await write(first, 'For all')
  await use(first, 'all')
  const forAll = ['Which tune?,Which chair?', 'For all', 'Come!']
  expect(await textsOf(fourth)).toEqual(forAll)
  expect(await textsOf(second)).toEqual(['Which tune?,Which chair?', 'By hand', 'Mine'])
  const rows = await datesOf(w, series.id)
  expect(rows.slice(0, 3).map(({ ownFields, asksQuestions }) => [ownFields, asksQuestions])).toEqual([
    [[], true],
    [['emails', 'posts'], true],
    [[], true],
  ])
  // Nothing of it is lost when something else of the series changes, and a new date has it from the start.
  const { version } = (await nora.api.series.get({ params })).settings!
  await nora.api.series.update({ params, body: change(version, { event: event({ title: 'Session' }) }) })
  time.add(7)
  await extend(w)
  const newest = (await datesOf(w, series.id)).at(-1)!
  expect(newest).toMatchObject({ asksQuestions: true, ownFields: [] })
  expect(await textsOf(newest.id)).toEqual(forAll)

  // From a date on; what was answered stays with its words.
  const guest = await person()
  const { id: ticketId } = await book(guest, fourth)
  const [tune] = (await nora.api.bookingQuestions.get({ params: { eventId: fourth } })).questions
  const answers = [{ questionId: tune!.id, answer: ['A reel'] }]
  await guest.api.bookingQuestions.answer({ params: { ticketId }, body: { answers } })
  await ask(third, 'Which chair?')
  await write(third, 'Later')
  await use(third, 'following')
  expect([await textsOf(second), await textsOf(fourth)]).toEqual([
    ['Which tune?,Which chair?', 'By hand', 'Mine'],
    ['Which chair?', 'Later', 'Come!'],
  ])
  const { guests } = await nora.api.guests.list({ params: { eventId: fourth }, query: {} })
  expect(guests[0]).toMatchObject({ answers: [{ question: 'Which tune?', answer: ['A reel'] }] })

  // What the date has not, the others have no longer. A reminder that was sent stays sent, unless its time is another.
  const welcome = { enabled: true, subject: '', text: 'Bring a cup.' }
  await nora.api.eventEmails.set({ params: { eventId: third, kind: 'welcome' }, body: welcome })
  await nora.api.socialPosts.set({ params: { eventId: third, network: 'tiktok' }, body: { text: 'Dance!', at: '' } })
  await use(third, 'following')
  const extrasOf = async (eventId: number) => [
    (await nora.api.eventEmails.get({ params: { eventId, kind: 'welcome' } })).enabled,
    (await nora.api.socialPosts.list({ params: { eventId } })).map(({ network, remindedAt }) => [network, remindedAt]),
  ]
  expect(await extrasOf(fourth)).toEqual([
    true,
    [
      ['facebook', null],
      ['tiktok', null],
    ],
  ])
  const remindedAt = new Date('2026-05-04T11:00:00Z')
  await w.deps.db.update(socialPosts).set({ remindedAt }).where(eq(socialPosts.eventId, fourth))
  await use(first, 'all')
  expect(await extrasOf(fourth)).toEqual([false, [['facebook', remindedAt.toISOString()]]])
  await w.deps.db.update(socialPosts).set({ minutesBefore: 60 }).where(eq(socialPosts.eventId, first))
  await use(first, 'all')
  expect(await extrasOf(fourth)).toEqual([false, [['facebook', null]]])

  await expect(use(first, 'all', guest)).rejects.toThrow('permission')
  const another = await w.event(nora)
  await expect(use(another.id, 'all')).rejects.toThrow('Event not found')
})
