import type { MetaDescriptor } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { messages } from '../../../contract/messages.ts'
import type { Settings } from '../../lib/page-context.ts'
import { pageMeta } from '../../lib/page-meta.ts'
import { pictureUrl } from '../../lib/pictures.ts'
import { artistName } from './artist.tsx'

// What search engines show of a description.
const SUMMARY = 160
const PLACEHOLDER = '/images/og-default.png'

export function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SUMMARY) return line
  // Half an emoji is no character.
  const cut = line.slice(0, SUMMARY - 1).replace(/[\uD800-\uDBFF]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${space > SUMMARY / 2 ? cut.slice(0, space) : cut}…`
}

function pictureAddress({ imageUrl, imageSizes }: Event, { imageBase, publicUrl }: Settings): string {
  const path = imageSizes?.at(-1)?.url ?? imageUrl
  return new URL(path ? pictureUrl(imageBase, path) : PLACEHOLDER, publicUrl).href
}

const location = (event: Event, url: string) =>
  event.isVirtual
    ? { '@type': 'VirtualLocation', url }
    : { '@type': 'Place', name: event.venue.split(', ')[0], address: event.venue }

/** schema.org, for search engines and assistants. */
export function eventJsonLd(event: Event, url: string, image: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description,
    image: [image],
    url,
    startDate: event.startTime,
    endDate: event.endTime,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${event.isVirtual ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: location(event, url),
    ...(event.artistDescription && {
      performer: { '@type': 'PerformingGroup', name: artistName(event.title), description: event.artistDescription },
    }),
    isAccessibleForFree: event.isFreeOfCharge,
    offers: {
      '@type': 'Offer',
      url,
      price: event.isFreeOfCharge ? 0 : event.sellingPrice,
      priceCurrency: 'GBP',
      availability: `https://schema.org/${event.isSoldOut ? 'SoldOut' : 'InStock'}`,
    },
  }
}

export function eventMeta(event: Event | null | undefined, settings: Settings | undefined): MetaDescriptor[] {
  const noIndex = { name: 'robots', content: 'noindex' }
  if (!event || !settings) return [{ title: `${event?.title ?? messages.eventNotFound} · Hooley` }, noIndex]
  const image = pictureAddress(event, settings)
  const meta = [
    ...pageMeta(event.title, summary(event.description)),
    { property: 'og:type', content: 'website' },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (event.isDraft) return [...meta, noIndex]
  return [...meta, { 'script:ld+json': eventJsonLd(event, `${settings.publicUrl}/events/${event.id}`, image) }]
}
