import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { EventTimeline } from './event-timeline.tsx'
import type { ListedEvent } from './list-headings.ts'

const eventOn = (day: number, heading: string): ListedEvent => ({
  id: day,
  title: `Evening ${day}`,
  imageUrl: null,
  venue: 'Pálás, Galway',
  startTime: `2026-11-${day}T20:00:00Z`,
  endTime: `2026-11-${day}T22:00:00Z`,
  timeZone: 'Europe/Dublin',
  isFreeOfCharge: true,
  sellingPrice: 0,
  anchorPrice: 0,
  isSoldOut: false,
  isDraft: false,
  heading,
  rank: day,
})

test('the pictures of the first four events come with the page, under whatever heading, the others when they are seen', () => {
  const events = [17, 18, 18, 19, 19, 19].map((day, at) => ({ ...eventOn(day, `Day ${day}`), id: at }))
  const Screen = createRoutesStub([
    { id: 'root', path: '/', Component: () => <EventTimeline events={events} until={null} isGrowing={false} /> },
  ])
  const pictures = renderToStaticMarkup(<Screen />).match(/<img[^>]*>/g) ?? []
  expect(pictures.map((picture) => /fetchPriority="high"/.test(picture))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
  expect(pictures.map((picture) => /loading="lazy"/.test(picture))).toEqual([false, false, false, false, true, true])
})
