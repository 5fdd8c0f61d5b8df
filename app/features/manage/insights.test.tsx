import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import type { Insights } from '../../../contract/insights.ts'
import { DayBars } from './day-bars.tsx'
import { barsOf } from './day-chart.ts'
import {
  adviceText,
  expectedText,
  extraPlacesText,
  factsOf,
  filledText,
  outcomeText,
  restsOn,
  sourceText,
} from './insights-words.tsx'
import { Turnout } from './turnout.tsx'

const day = (text: string, booked: number, givenBack = 0) => ({ day: text, booked, givenBack })
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('days on which nothing happened are bars of nothing, over the end of a month and for two weeks at least', () => {
  expect(barsOf([])).toEqual([])
  const bars = barsOf([day('2026-02-27', 2), day('2026-03-01', 1, 3)])
  expect(bars).toHaveLength(14)
  expect(bars[0]).toEqual({ ...day('2026-02-16', 0), until: '2026-02-16' })
  expect(bars.slice(-3)).toEqual([
    { ...day('2026-02-27', 2), until: '2026-02-27' },
    { ...day('2026-02-28', 0), until: '2026-02-28' },
    { ...day('2026-03-01', 1, 3), until: '2026-03-01' },
  ])
})

test('many days share bars, and no booking is lost', () => {
  const days = [day('2026-01-01', 5), day('2026-02-15', 7, 1), day('2026-06-30', 3)]
  const bars = barsOf(days)
  expect(bars.length).toBeLessThanOrEqual(42)
  expect(bars.reduce((sum, { booked }) => sum + booked, 0)).toBe(15)
  expect(bars[0]).toMatchObject({ day: '2026-01-01', until: '2026-01-05', booked: 5 })
  expect(bars.at(-1)?.until).toBe('2026-06-30')
})

test('the chart of days says what it shows, and has a table behind it', () => {
  const html = renderToStaticMarkup(<DayBars days={[day('2026-05-01', 4), day('2026-05-03', 2, 1)]} />)
  expect(html).toContain('aria-label="6 tickets booked and 1 given back. Most were booked on 1st May, 2026: 4."')
  expect(textOf(html)).toContain('Day Booked Given back 1st May, 2026 4 0 3rd May, 2026 2 1')
  expect(renderToStaticMarkup(<DayBars days={[]} />)).toContain('Nobody has booked yet.')
})

test('extra places are explained with the organiser’s own numbers', () => {
  const own = { roomSize: 40, sureness: '99' as const, events: 8, rate: 0.6 }
  expect(extraPlacesText(own, 51)).toBe(
    'At your last 8 events with a door, about 24 of 40 booked people came. So 51 places can be booked for 40 seats: at least 99 in 100 people who come with a booking get in.',
  )
  expect(extraPlacesText({ ...own, rate: 0.95 }, 40)).toContain('More than 40 bookings wouldn’t be safe')
  expect(extraPlacesText({ ...own, events: 1 }, 40)).toBe(
    'You can have extra places after 3 of your events with a door. So far there was 1.',
  )
})

test('a source is said as it was tagged, then by its site', () => {
  const counts = { bookings: 1, seats: 2 }
  expect(sourceText({ ...counts })).toBe('Direct or unknown')
  expect(sourceText({ site: 'news.example', ...counts })).toBe('news.example')
  expect(sourceText({ site: 'news.example', source: 'letter', campaign: 'May', ...counts })).toBe(
    'letter · May, from news.example',
  )
})

const range = { low: 40, high: 52, seats: 66 }
const past = { bookings: 20, rate: 0.75, weight: 0.5 }

test('what is expected says what it rests on, and afterwards how wrong it was', () => {
  expect(expectedText(range)).toBe('40 to 52 of 66')
  expect(expectedText({ low: 1, high: 1, seats: 1 })).toBe('1 of 1')
  const turnout = { ...range, basis: [], past: null }
  expect(restsOn(turnout)).toContain('You have no past events with a door yet')
  expect(restsOn({ ...turnout, past })).toContain('past events by this creator (75% came)')
  const said = (came: number) => outcomeText({ ...range, saidAt: '2026-05-01T19:00:00Z', came })
  expect(said(0)).toBe('Nobody was let in at a door, so we don’t know how many came.')
  expect(said(35)).toBe('35 of them came: 5 fewer than the range.')
  expect(said(40)).toBe('40 of them came, as expected.')
  expect(said(60)).toBe('60 of them came: 8 more than the range.')
})

test('turnout before, during and after the event, and where nobody has booked', () => {
  const none = { turnout: null, forecast: null, pastEvents: [] } as unknown as Insights
  const event = { id: 1, timeZone: 'Europe/Dublin' } as Event
  const shown = (fields: Partial<Insights>, isOver = false, status?: Event['status']) => {
    const Screen = createRoutesStub([
      {
        path: '/',
        Component: () => <Turnout event={{ ...event, status }} insights={{ ...none, ...fields }} isOver={isOver} />,
      },
    ])
    return textOf(renderToStaticMarkup(<Screen />))
  }
  expect(shown({})).toContain('Once someone has booked, you’ll see here how many will come.')
  expect(shown({}, false, 'cancelled'), 'also where somebody has').toContain('nobody is expected')
  expect(shown({}, false, 'postponed')).toContain('Once it has a new date')
  const basis = [{ kind: 'coming' as const, seats: 66, chance: 0.9 }]
  expect(shown({ turnout: { ...range, basis, past } })).toMatch(/40 to 52 of 66 will probably come .* 66 90%$/)
  const forecast = { ...range, saidAt: '2026-05-01T19:00:00Z', came: 12 }
  expect(shown({ forecast })).toContain('12 of them are in so far.')
  expect(shown({ forecast }, true)).toContain('28 fewer than the range.')
  const pastEvents = [{ eventId: 3, title: 'Bonfire', startTime: '2026-04-01T19:00:00Z', seats: 88, came: 66 }]
  expect(shown({ pastEvents })).toContain('Bonfire 1st Apr, 2026 88 66 (75%)')
})

const row = {
  eventId: 1,
  title: 'Fiddle Night',
  startTime: '2026-05-01T19:00:00Z',
  timeZone: 'Europe/Dublin',
  isOver: true,
  capacity: 50,
  booked: 40,
  givenBack: 0,
  waiting: 0,
  letIn: 30,
  came: 28,
  forecast: null,
  people: null,
}

test('over events: what is not known of one is left out', () => {
  expect(factsOf(row)).toEqual([])
  expect(
    factsOf({
      ...row,
      givenBack: 3,
      waiting: 2,
      forecast: { low: 20, high: 30, held: true },
      people: { firstTime: 12, backAgain: 9 },
    }),
  ).toEqual([
    '3 given back',
    '2 waited',
    '20 to 30 expected, and that many came',
    '12 for the first time, 9 back again',
  ])
  expect(factsOf({ ...row, isOver: false, came: null, waiting: 1, forecast: { low: 5, high: 5, held: null } })).toEqual(
    ['1 waiting', '5 expected'],
  )
})

test('over events: it is said in which direction a forecast was wrong', () => {
  const forecast = { low: 30, high: 40, held: false }
  expect(factsOf({ ...row, came: 28, forecast })).toEqual(['30 to 40 expected, fewer came'])
  expect(factsOf({ ...row, came: 41, forecast })).toEqual(['30 to 40 expected, more came'])
})

test('over events: places filled again and advice are said with their arithmetic', () => {
  const none = { givenBack: 4, offered: 0, taken: 0, came: 0, medianMinutes: null }
  expect(filledText(none)).toBe('4 places were given back. None was offered to people waiting.')
  expect(filledText({ ...none, offered: 3, taken: 2, came: 1, medianMinutes: 12 })).toBe(
    '4 places were given back. 3 were offered to people waiting, who took 2, usually 12 minutes after we offered it. 1 of those was used.',
  )
  const thursdays = { weekday: 4, events: 7, booked: 200, came: 116, chairs: 50, bookings: 70, low: 31, high: 50 }
  expect(adviceText(thursdays)).toBe(
    'On Thursdays 58% came (116 of 200 places, 7 events). For 50 chairs you could take 70 bookings: then 31 to 50 will probably come, and nine times out of ten everyone gets a chair.',
  )
  expect(adviceText({ ...thursdays, came: 198, bookings: 50 })).toContain('don’t take more than 50 bookings')
})
