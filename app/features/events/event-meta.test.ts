import { expect, test } from 'vitest'
import { accessText } from '../../../contract/access-facts.ts'
import type { Event } from '../../../contract/events.ts'
import { shareCardPath } from '../../../contract/share-card.ts'
import { artistName } from './artist.tsx'
import { eventJsonLd, eventMeta, shareText, summary } from './event-meta.ts'

const event: Event = {
  id: 12,
  title: 'The Lonesome Row - Fiddle Night',
  description: 'Bring a fiddle.',
  imageUrl: null,
  venue: 'The Cobblestone, Dublin',
  startTime: '2030-03-03T19:30:00.000Z',
  endTime: '2030-03-03T22:00:00.000Z',
  timeZone: 'Europe/Dublin',
  sellingPrice: 0,
  anchorPrice: 0,
  isFreeOfCharge: true,
  isDraft: false,
  isVirtual: false,
  capacity: 10,
  ticketsLeft: 1,
  isSoldOut: false,
  artistDescription: 'Four fiddles.',
  organizerDescription: null,
  creatorId: 1,
  version: 1,
}

const SETTINGS = {
  features: [] as string[],
  imageBase: '/uploads',
  publicUrl: 'https://hooley.example',
  keepsTickets: true,
  currency: 'EUR',
  takesPayments: true,
}
const settings = { ...SETTINGS, imageBase: '' }

test('a place that is paid here costs what it costs in the currency of the installation, any other price is in pounds', () => {
  const priced = { ...event, isFreeOfCharge: false, sellingPrice: 12, anchorPrice: 12 }
  const offerOf = (fields: Partial<Event>, currency: string) =>
    eventJsonLd({ ...priced, ...fields }, 'https://hooley.example/events/12', '', new Date(0), currency).offers
  expect(offerOf({ paid: true }, 'EUR')).toMatchObject({ price: 12, priceCurrency: 'EUR' })
  expect(offerOf({}, 'EUR')).toMatchObject({ price: 12, priceCurrency: 'GBP' })
  expect(shareText({ ...priced, paid: true }, 'EUR')).toContain('· €12.00 ·')
  expect(shareText(priced, 'EUR')).toContain('· £12.00 ·')
})

test('messengers read when, where and how much from what the server writes', () => {
  const described = eventMeta(event, settings).find((tag) => 'property' in tag && tag.property === 'og:description')
  expect(described).toHaveProperty('content', shareText(event, 'EUR'))
})

test('an event that waits to be looked at is not for search engines', () => {
  const noIndex = { name: 'robots', content: 'noindex' }
  expect(eventMeta({ ...event, isListed: false }, settings)).toContainEqual(noIndex)
  expect(JSON.stringify(eventMeta({ ...event, isListed: false }, settings))).not.toContain('schema.org')
  expect(eventMeta(event, settings)).not.toContainEqual(noIndex)
})

test("the artist is the part of the title before ' - '", () => {
  expect(artistName('The Lonesome Row - Fiddle Night - Late')).toBe('The Lonesome Row')
  expect(artistName('Re-run of Anti-gone')).toBe('Re-run of Anti-gone')
})

test('a description is shortened to one line that ends with a whole word', () => {
  expect(summary('Short,\n\n  and sweet.')).toBe('Short, and sweet.')
  const long = summary('word '.repeat(100))
  expect(long.length).toBeLessThanOrEqual(160)
  expect(long).toMatch(/word…$/)
  expect(summary('x'.repeat(500))).toHaveLength(160)
})

test('search engines are told where, who, and whether seats are left', () => {
  const url = 'https://hooley.example/events/12'
  expect(eventJsonLd(event, url, 'https://hooley.example/a.webp')).toMatchObject({
    location: { '@type': 'Place', name: 'The Cobblestone', address: 'The Cobblestone, Dublin' },
    performer: { name: 'The Lonesome Row' },
    offers: { price: 0, availability: 'https://schema.org/InStock' },
  })
  const online = eventJsonLd({ ...event, isVirtual: true, isSoldOut: true, artistDescription: null }, url, 'a')
  expect(online).toMatchObject({
    location: { '@type': 'VirtualLocation', url },
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    offers: { availability: 'https://schema.org/SoldOut' },
  })
  expect(online).not.toHaveProperty('performer')
})

test('search engines are told what it has for people who need it, and its language', () => {
  const url = 'https://hooley.example/events/12'
  const accessFacts: Event['accessFacts'] = ['step-free', 'sign-language']
  const amenity = (name: string) => ({ '@type': 'LocationFeatureSpecification', name, value: true })
  expect(
    eventJsonLd({ ...event, accessFacts, accessText: accessText(accessFacts), language: 'ga' }, url, 'a'),
  ).toMatchObject({
    inLanguage: 'ga',
    location: { '@type': 'Place', amenityFeature: [amenity('Step-free access'), amenity('Sign language')] },
    workFeatured: { '@type': 'CreativeWork', accessibilityFeature: ['signLanguage'] },
  })
  const silent = eventJsonLd(event, url, 'a')
  expect(silent).not.toHaveProperty('inLanguage')
  expect(silent).not.toHaveProperty('workFeatured')
  expect(silent.location).not.toHaveProperty('amenityFeature')
})

test('search engines are told what has become of it', () => {
  const statusOf = (change: Partial<Event>) => eventJsonLd({ ...event, ...change }, 'u', 'i')
  expect(statusOf({ status: 'published' }).eventStatus).toBe('https://schema.org/EventScheduled')
  expect(statusOf({ status: 'cancelled' }).eventStatus).toBe('https://schema.org/EventCancelled')
  expect(statusOf({ status: 'postponed' }).eventStatus).toBe('https://schema.org/EventPostponed')
  const previousStartTime = '2030-02-03T19:30:00.000Z'
  expect(statusOf({ status: 'published', previousStartTime })).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: previousStartTime,
  })
})

test('nothing is offered of an event that is called off or over', () => {
  const offersOf = (change: Partial<Event>, now?: Date) => eventJsonLd({ ...event, ...change }, 'u', 'i', now).offers
  expect(offersOf({})).toBeDefined()
  expect(offersOf({ status: 'cancelled' })).toBeUndefined()
  expect(offersOf({ status: 'postponed' })).toBeUndefined()
  expect(offersOf({ isSoldOut: true }, new Date(Date.parse(event.endTime) + 1))).toBeUndefined()
})

test('a shared link says when, where and how much before it says what', () => {
  expect(shareText(event, 'GBP')).toBe('3rd Mar, 2030 · 7:30 PM · The Cobblestone, Dublin · FREE · Bring a fiddle.')
  expect(shareText({ ...event, description: 'word '.repeat(100) }, 'GBP').length).toBeLessThanOrEqual(160)
})

test('and shows the card, a JPEG of the size that messengers draw, also where the picture is on another host', () => {
  const settings = SETTINGS
  for (const imageUrl of [null, 'events/a.jpg', 'https://pictures.example/a.webp']) {
    const shown = { ...event, imageUrl }
    const meta = eventMeta(shown, settings).flatMap((tag) => ('property' in tag ? [[tag.property, tag.content]] : []))
    expect(Object.fromEntries(meta)).toMatchObject({
      'og:image': `https://hooley.example${shareCardPath(shown)}`,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': event.title,
    })
    expect(eventMeta(shown, settings)).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
  }
})

test('with sharing on a page says how to embed it', () => {
  const settings = { ...SETTINGS, features: ['sharing'] }
  expect(eventMeta(event, settings)).toContainEqual({
    tagName: 'link',
    rel: 'alternate',
    type: 'application/json+oembed',
    href: 'https://hooley.example/api/oembed?url=https%3A%2F%2Fhooley.example%2Fevents%2F12',
    title: event.title,
  })
  const ofDraft = JSON.stringify(eventMeta({ ...event, isDraft: true }, settings))
  expect(ofDraft).not.toContain('oembed')
  expect(JSON.stringify(eventMeta(event, { ...settings, features: [] }))).not.toContain('oembed')
})
