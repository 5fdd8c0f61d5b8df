import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendSeries } from '../../modules/series/extend.ts'
import { sendReminders } from '../../modules/tickets/reminders.ts'
import { openWorld, world, type World } from '../../test-support/world.ts'
import { events } from '../schema/events.ts'
import { users } from '../schema/users.ts'
import { waitingEntries } from '../schema/waiting-list.ts'
import { seedModerator } from './demo-moderation.ts'
import { DEMO_PASSWORD, seedDemo } from './seed.ts'

// Nobody changes anything here: seeding takes longer than what is asked of it.
let demo: World
beforeAll(async () => void (demo = await openWorld({ env: { DEMO: 'on' } })))
afterAll(() => demo.close())

test('the demo data shows every kind of event, and is written once', async () => {
  const { deps, visitor } = demo
  const { items } = await visitor.events.list()
  expect(items.length).toBeGreaterThan(35)
  const now = deps.clock().toISOString()
  const kinds = {
    past: items.filter((event) => event.endTime < now),
    virtual: items.filter((event) => event.isVirtual),
    soldOut: items.filter((event) => event.isSoldOut),
    nearlySoldOut: items.filter((event) => event.ticketsLeft > 0 && event.ticketsLeft <= 3),
    priced: items.filter((event) => !event.isFreeOfCharge && event.anchorPrice > event.sellingPrice),
    withoutArtist: items.filter((event) => !event.artistDescription),
    withoutPicture: items.filter((event) => !event.imageUrl),
    emoji: items.filter((event) => /\p{Extended_Pictographic}/u.test(event.title + event.description)),
  }
  for (const [kind, found] of Object.entries(kinds)) expect(found.length, kind).toBeGreaterThan(0)
  expect(await deps.db.$count(events, eq(events.status, 'draft'))).toBe(1)

  expect(await seedDemo(deps.db, deps.storage, deps.clock())).toBe(false)
  expect((await visitor.events.list()).items).toHaveLength(items.length)
})

test('there is an event for each way to be found and let in, with questions and with people who ask, and one with each part of the form', async () => {
  const { deps } = demo
  const { rows } = await deps.db.execute<Record<string, number>>(sql`
    select count(*) filter (where admission = 'just-come') as "justCome", count(*) filter (where admission = 'elsewhere') as elsewhere,
      count(*) filter (where link_key is not null) as unlisted, count(*) filter (where asks_questions) as asks,
      (select count(*) from booking_answers) as answers,
      (select count(*) from booking_requests where ending is null) as requests,
      (select count(distinct kind) from event_emails) as emails, (select count(distinct kind) from surveys) as surveys,
      (select count(*) from survey_answers) + (select count(*) from survey_sheets) as "surveyAnswers",
      (select count(*) from social_posts) as posts
    from events`)
  for (const [what, count] of Object.entries(rows[0] ?? {})) expect(Number(count), what).toBeGreaterThan(0)
})

test('every seat that is sold belongs to a booking', async () => {
  const { deps } = demo
  const { rows } = await deps.db.execute(sql`
    select e.id from events e left join tickets t on t.event_id = e.id
    group by e.id having e.tickets_sold <> coalesce(sum(t.number_of_tickets), 0)`)
  expect(rows).toEqual([])
})

test('a sold-out event has a waiting list with the demo guest on it, and the first event can be booked', async () => {
  const { deps, visitor } = demo
  const { items } = await visitor.events.list()
  expect(items[0]?.ticketsLeft).toBeGreaterThan(0)
  const entries = await deps.db.select().from(waitingEntries)
  expect(entries.length).toBeGreaterThan(3)
  for (const { eventId } of entries) {
    const event = items.find(({ id }) => id === eventId)
    expect(event).toMatchObject({ isSoldOut: true })
    expect(Date.parse(event?.startTime ?? '')).toBeGreaterThan(deps.clock().getTime())
  }
  const [guest] = await deps.db.select().from(users).where(eq(users.email, 'guest@hooley.example'))
  expect(entries.map(({ userId }) => userId)).toContain(guest?.id)
})

test('the organiser has something to run: a night with guests to check in, a cancelled event, and insights', async () => {
  const { deps, apiWith, visitor } = demo
  const { access_token: token } = await visitor.auth.login({
    body: { email: 'creator@hooley.example', password: DEMO_PASSWORD },
  })
  const creator = apiWith(token)
  const { items } = await creator.events.list({ query: { creator: 'me', limit: 50 } })
  expect(items.filter(({ status }) => status === 'cancelled')).toHaveLength(1)
  expect(items.some(({ maxPerPerson, bookingClosesAt }) => maxPerPerson && bookingClosesAt)).toBe(true)
  const tonight = items.find(({ title }) => title.includes('Fiddle Night'))
  const shown = await creator.insights.get({ params: { eventId: tonight?.id ?? 0 } })
  expect(shown.days.length).toBeGreaterThan(5)
  expect(shown.sources.length).toBeGreaterThan(3)
  expect(shown.givenBack.seats).toBeGreaterThan(0)
  expect(shown.letIn).toBe(0)
  expect(shown.pastEvents.length).toBeGreaterThan(0)
  const over = items.find(({ title }) => title.includes('Bonfire'))
  const { forecast } = await creator.insights.get({ params: { eventId: over?.id ?? 0 } })
  expect(forecast?.came).toBeGreaterThan(0)
  const guest = await visitor.auth.login({ body: { email: 'guest@hooley.example', password: DEMO_PASSWORD } })
  expect(await apiWith(guest.access_token).team.listManaged()).toHaveLength(1)
  const teams = await Promise.all(items.map(({ id }) => creator.team.get({ params: { eventId: id } })))
  expect(teams.filter(({ handover }) => handover)).toHaveLength(1)
  const booked = await apiWith(guest.access_token).tickets.list()
  const four = booked.find(({ numberOfTickets }) => numberOfTickets === 4)
  expect(await apiWith(guest.access_token).places.list({ params: { ticketId: four?.id ?? 0 } })).toHaveLength(1)
  // Nobody is reminded again of what they were reminded of before the demo began.
  const lease = { check: () => undefined, signal: new AbortController().signal }
  expect(await sendReminders(deps, { lease })).toBe(0)
})

test('the demo guest has saved a few events, next first and what is over last', async () => {
  const { apiWith, visitor, deps } = await world({
    env: { DEMO: 'on' },
    config: { features: new Set(['favourites']) },
  })
  const guest = await visitor.auth.login({ body: { email: 'guest@hooley.example', password: DEMO_PASSWORD } })
  const saved = await apiWith(guest.access_token).favourites.list()
  expect(saved).toHaveLength(5)
  const over = saved.map(({ endTime }) => Date.parse(endTime) <= deps.clock().getTime())
  expect(over).toEqual([false, false, false, false, true])
})

test('every demo poster can be read in every size', async () => {
  const { app, visitor } = demo
  const [event] = (await visitor.events.list({ query: { limit: 1 } })).items
  for (const { url } of event?.imageSizes ?? []) {
    const response = await app.inject({ method: 'GET', url: `/uploads/${url}` })
    expect(response.headers['content-type']).toBe('image/webp')
  }
  expect(event?.imageSizes).toHaveLength(3)
})

test('the demo moderator finds something to decide, the urgent first', async () => {
  const { deps, app, apiWith } = demo
  const payload = { email: 'moderator@hooley.example', password: DEMO_PASSWORD }
  // Signs in on this machine only.
  const headers = { host: 'localhost:3000' }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
  const { access_token: token } = answer.json<{ access_token: string }>()
  const { items } = await apiWith(token).moderationConsole.queue()
  expect(items.map(({ subject }) => subject.name)).toEqual([
    expect.stringContaining('Kitchen Disco'),
    expect.stringContaining('Record Fair'),
    expect.stringContaining('Full Moon'),
  ])
  expect(items[1]?.reports).toEqual([{ kind: 'facts', people: 2 }])
  for (const { said } of items) expect(said).toBeTruthy()
  expect(await seedModerator(deps.db, deps.clock())).toBe(false)
})

test('one of them takes place every week', async () => {
  const { deps, visitor } = await world({ env: { DEMO: 'on' } })
  await extendSeries(deps, { payload: {}, lease: { signal: new AbortController().signal, check: () => undefined } })
  const { items } = await visitor.events.list({ query: { limit: 100, when: 'upcoming', series: 'once' } })
  const [weekly, ...others] = items.filter(({ seriesId }) => seriesId !== undefined)
  expect(others).toEqual([])
  expect(weekly?.moreDates).toBeGreaterThan(8)
  const { dates, ruleText } = await visitor.series.get({ params: { seriesId: weekly!.seriesId! } })
  expect(ruleText).toMatch(/^Every \w+day$/)
  expect(new Set(dates.map(({ startTime }) => new Date(startTime).getUTCDay())).size).toBe(1)
})
