import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Artist } from './artist.tsx'
import { EventRow } from './event-row.tsx'
import { VenueText } from './venue-text.tsx'

test('an empty section of home says No events available.', () => {
  expect(renderToStaticMarkup(<EventRow events={[]} labelledBy="upcoming" />)).toContain('>No events available.<')
})

test('an artist of whom nothing is told has No biography available, an event without an artist shows none', () => {
  expect(renderToStaticMarkup(<Artist title="Fado - Late" description=" " />)).toContain('>No biography available<')
  expect(renderToStaticMarkup(<Artist title="Fado - Late" description={null} />)).toBe('')
})

test('a missing venue reads Venue not specified', () => {
  expect(renderToStaticMarkup(<VenueText event={{ venue: '', isVirtual: false }} />)).toContain('Venue not specified')
})
