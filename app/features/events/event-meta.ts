import type { AccessFact } from '../../../contract/access-facts.ts'
import { SITE } from '../../../contract/site.ts'
import type { MetaDescriptor } from 'react-router'
import { isStillOn } from '../../../contract/event-status.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { SHARE_CARD, shareCardPath } from '../../../contract/share-card.ts'
import { priceLabel } from '../../lib/money.ts'
import type { Settings } from '../../lib/page-context.ts'
import { eventPicture, pictureUrl } from '../../lib/pictures.ts'
import { isSharingOn } from '../sharing/slot.tsx'
import { artistName } from './artist.tsx'

// What search engines show of a description.
const SUMMARY = 160

export function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SUMMARY) return line
  // Half an emoji is no character.
  const cut = line.slice(0, SUMMARY - 1).replace(/[\uD800-\uDBFF]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${space > SUMMARY / 2 ? cut.slice(0, space) : cut}…`
}

/** What people want to know of a link before they follow it: when, where, how much; then what it is. */
export const shareText = (event: Event, currency: string): string =>
  summary(
    [
      formatDate(event.startTime, event.timeZone),
      formatTime(event.startTime, event.timeZone),
      event.venue || 'Venue not specified',
      priceLabel(event, currency),
      event.description,
    ].join(' · '),
  )

const isServer = import.meta.env.SSR || import.meta.env.DEV

/** Only in what the server writes, which stays on the page: nobody shares a page by what a navigation has made of it. */
const readByServers: (event: Event, settings: Settings) => MetaDescriptor[] = isServer
  ? (event, { publicUrl, currency }) => [
      { name: 'description', content: summary(event.description) },
      { property: 'og:title', content: event.title },
      { property: 'og:description', content: shareText(event, currency) },
      { property: 'og:type', content: 'website' },
      { property: 'og:image', content: new URL(shareCardPath(event), publicUrl).href },
      { property: 'og:image:alt', content: event.title },
      { property: 'og:image:type', content: 'image/jpeg' },
      { property: 'og:image:width', content: String(SHARE_CARD.width) },
      { property: 'og:image:height', content: String(SHARE_CARD.height) },
      { name: 'twitter:card', content: 'summary_large_image' },
    ]
  : () => []

/** For search engines: the largest picture that the page itself shows. */
const pictureAddress = (event: Event, { imageBase, publicUrl }: Settings) =>
  new URL(
    event.imageSizes?.at(-1)
      ? pictureUrl(imageBase, event.imageSizes.at(-1)?.url ?? '')
      : eventPicture(event, imageBase).src,
    publicUrl,
  ).href

// By the words that come with the event: their table would come with every event page.
const amenities = (accessText: string) =>
  accessText.split(' · ').map((name) => ({ '@type': 'LocationFeatureSpecification', name, value: true }))

const location = (event: Event, url: string) =>
  event.isVirtual
    ? { '@type': 'VirtualLocation', url }
    : {
        '@type': 'Place',
        name: event.venue.split(', ')[0],
        address: event.venue,
        ...(event.accessText && { amenityFeature: amenities(event.accessText) }),
      }

/** What schema.org calls those that a work has, wherever it is shown; the others belong to a place. */
const OF_A_WORK: Partial<Record<AccessFact, string>> = { captions: 'captions', 'sign-language': 'signLanguage' }

function accessOfWork({ accessFacts = [], title }: Event) {
  const features = accessFacts.flatMap((fact) => OF_A_WORK[fact] ?? [])
  return features.length > 0
    ? { workFeatured: { '@type': 'CreativeWork', name: title, accessibilityFeature: features } }
    : {}
}

const statusOf = ({ status, previousStartTime }: Event) => {
  if (status === 'cancelled') return 'EventCancelled'
  if (status === 'postponed') return 'EventPostponed'
  return previousStartTime ? 'EventRescheduled' : 'EventScheduled'
}

/** Nothing is offered of what is called off or over. */
const canBeHad = (event: Event, now: Date) => event.status !== 'postponed' && isStillOn(event, now)

/** schema.org, for search engines and assistants. */
export function eventJsonLd(event: Event, url: string, image: string, now = new Date(), currency = 'GBP') {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description,
    ...(event.language && { inLanguage: event.language }),
    image: [image],
    url,
    startDate: event.startTime,
    endDate: event.endTime,
    eventStatus: `https://schema.org/${statusOf(event)}`,
    ...(event.previousStartTime && { previousStartDate: event.previousStartTime }),
    eventAttendanceMode: `https://schema.org/${event.isVirtual ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: location(event, url),
    ...accessOfWork(event),
    ...(event.artistDescription && {
      performer: { '@type': 'PerformingGroup', name: artistName(event.title), description: event.artistDescription },
    }),
    ...(event.creatorName && {
      organizer: { '@type': 'Person', name: event.creatorName, url: new URL(`/creators/${event.creatorId}`, url).href },
    }),
    ...(event.seriesText && {
      superEvent: { '@type': 'EventSeries', name: event.title, url: new URL(`/series/${event.seriesId}`, url).href },
    }),
    isAccessibleForFree: event.isFreeOfCharge,
    ...(canBeHad(event, now) && {
      offers: {
        '@type': 'Offer',
        url,
        price: event.isFreeOfCharge ? 0 : event.sellingPrice,
        priceCurrency: event.paid ? currency : 'GBP',
        availability: `https://schema.org/${event.isSoldOut ? 'SoldOut' : 'InStock'}`,
      },
    }),
  }
}

/**
 * In the browser its address is enough: what the server has written stays on the page, and after a navigation nobody reads
 * it. While developing React compares the two.
 */
const jsonLdOf: (event: Event, url: string, settings: Settings) => object = isServer
  ? (event, url, settings) => eventJsonLd(event, url, pictureAddress(event, settings), undefined, settings.currency)
  : (_, url) => ({ '@id': url })

/** How other sites find out that they can show this page's event or creator. */
export function oembedLinks(title: string, url: string, settings: Settings): MetaDescriptor[] {
  if (!isSharingOn(settings)) return []
  const href = `${settings.publicUrl}/api/oembed?url=${encodeURIComponent(url)}`
  return [{ tagName: 'link', rel: 'alternate', type: 'application/json+oembed', href, title }]
}

export function eventMeta(event: Event | null | undefined, settings: Settings | undefined): MetaDescriptor[] {
  const noIndex = { name: 'robots', content: 'noindex' }
  if (!event || !settings)
    return [{ title: `${event?.title ?? firstViewMessages.eventNotFound} · ${SITE.name}` }, noIndex]
  const meta = [{ title: `${event.title} · ${SITE.name}` }, ...readByServers(event, settings)]
  if (event.isDraft || event.isListed === false) return [...meta, noIndex]
  const url = `${settings.publicUrl}/events/${event.id}`
  return [...meta, ...oembedLinks(event.title, url, settings), { 'script:ld+json': jsonLdOf(event, url, settings) }]
}
