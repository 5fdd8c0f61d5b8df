import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { daysUntil, daysUntilByOffset } from '../../lib/days-until.ts'
import { Artist, Organiser } from './artist.tsx'
import { DayChip } from './day-chip.tsx'
import { EventFacts } from './event-facts.tsx'
import { EventRow } from './event-row.tsx'
import { BreakingTitle } from './breaking-title.tsx'
import { ZoneName } from './zone-name.tsx'
import { mapLink, VenueText } from './venue-text.tsx'

test('an empty section of home says No events available.', () => {
  expect(renderToStaticMarkup(<EventRow events={[]} labelledBy="upcoming" />)).toContain('>No events available.<')
})

test('an artist of whom nothing is told has No biography available, an event without an artist shows none', () => {
  expect(renderToStaticMarkup(<Artist title="Fado - Late" artistDescription=" " />)).toContain(
    '>No biography available<',
  )
  expect(renderToStaticMarkup(<Artist title="Fado - Late" artistDescription={null} />)).toBe('')
})

test('a missing venue reads Venue not specified', () => {
  expect(renderToStaticMarkup(<VenueText event={{ venue: '', isVirtual: false }} />)).toContain('Venue not specified')
})

const evening = {
  startTime: '2026-11-19T20:30:00Z',
  endTime: '2026-11-19T22:00:00Z',
  timeZone: 'Europe/Dublin',
  venue: 'Pálás, Galway',
  isVirtual: false,
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

test('the facts keep the rounded hours and say the weekday and until when', () => {
  const facts = (fields: object) =>
    textOf(renderToStaticMarkup(<EventFacts event={{ ...evening, ...fields } as never} />))
  expect(facts({})).toContain('19th Nov, 2026 Thu')
  expect(facts({})).toContain('Doors open 8:30 PM · 2 hours, until 10:00 PM')
  expect(facts({ endTime: '2026-11-20T15:30:00Z' })).toContain('· 19 hours, until 20th Nov, 2026, 3:30 PM')
  expect(facts({ isVirtual: true, venue: 'Online event' })).toContain('Starts 8:30 PM')
})

test('a house is found on a map, a virtual event is joined by a button, and neither shows a raw address', () => {
  const venue = (fields: object) => renderToStaticMarkup(<VenueText event={{ ...evening, ...fields }} />)
  expect(venue({})).toContain('>Show on map<')
  expect(mapLink('Pálás & Co, Galway')).toContain('query=P%C3%A1l%C3%A1s%20%26%20Co%2C%20Galway')
  const online = venue({ isVirtual: true, venue: 'https://meet.example/room?a=1' })
  expect(online).toContain('href="https://meet.example/room?a=1"')
  expect(textOf(online)).toBe('Online eventmeet.exampleJoin online')
  expect(venue({ isVirtual: true, venue: 'Online event' })).not.toContain('<a')
  expect(venue({ venue: '' })).not.toContain('<a')
})

test('the offset of the clocks around an event is written down where they do not change', () => {
  const offset = (startTime: string, timeZone: string) =>
    /data-offset="(-?\d+)"/.exec(renderToStaticMarkup(<DayChip startTime={startTime} timeZone={timeZone} />))?.[1]
  expect(offset('2026-11-19T20:30:00Z', 'Europe/Dublin')).toBe('0')
  expect(offset('2026-11-19T20:30:00Z', 'America/New_York')).toBe('-300')
  // Dublin's clocks go back on 25 October 2026 at 01:00 UTC.
  const around = ['2026-10-22', '2026-10-24', '2026-10-25', '2026-10-27', '2026-10-29'].map((day) =>
    offset(`${day}T20:30:00Z`, 'Europe/Dublin'),
  )
  expect(around).toEqual(['60', undefined, undefined, undefined, '0'])
})

test('days until an event are the same by the offset of its clocks as by its zone', () => {
  for (const [timeZone, offset] of Object.entries({ 'Australia/Sydney': 660, 'America/New_York': -300 }))
    for (let hours = -50; hours < 80; hours++) {
      const start = new Date(Date.parse('2026-11-19T20:30:00Z') + hours * 3_600_000).toISOString()
      const now = new Date('2026-11-19T12:45:00Z')
      expect(daysUntilByOffset(start, offset, now)).toBe(daysUntil(start, timeZone, now))
    }
})

test('a zone that most visitors do not share is named from the start, so that nothing moves later', () => {
  const zone = (timeZone: string) =>
    textOf(renderToStaticMarkup(<ZoneName at="2026-11-15T20:00:00Z" timeZone={timeZone} />))
  expect(['America/New_York', 'Europe/Dublin', 'Europe/London'].map(zone)).toEqual([' GMT-5', '', ''])
})

test('a title breaks after its dash first, and keeps every letter', () => {
  const html = renderToStaticMarkup(<BreakingTitle title="The Lonesome Row - Fiddle - Night" />)
  expect(html).toMatch(/>The Lonesome Row -<\/span> <span/)
  expect(textOf(html)).toBe('The Lonesome Row - Fiddle - Night')
})

test('the organiser is shown where they have said something about themselves', () => {
  expect(renderToStaticMarkup(<Organiser description="Aoife runs small rooms." />)).toContain('Aoife runs small rooms.')
  expect(renderToStaticMarkup(<Organiser description=" " />)).toBe('')
  expect(renderToStaticMarkup(<Organiser description={null} />)).toBe('')
})
