import { SITE } from '../../../contract/site.ts'
import type { MetaDescriptor } from 'react-router'
import { feedLinks } from '../../lib/feed-links.ts'
import type { Settings } from '../../lib/page-context.ts'
import { eventPicture } from '../../lib/pictures.ts'
import { seriesNotFound } from './series-words.ts'
import type { SeriesDate, SeriesPage, ShownSeries } from './shown-series.ts'

const NO_INDEX = { name: 'robots', content: 'noindex' }

const STATUS = {
  draft: 'EventScheduled',
  published: 'EventScheduled',
  postponed: 'EventPostponed',
  cancelled: 'EventCancelled',
}

const dateJsonLd = (date: SeriesDate, publicUrl: string) => {
  const url = `${publicUrl}/events/${date.id}`
  return {
    '@type': 'Event',
    name: date.title,
    url,
    startDate: date.startTime,
    endDate: date.endTime,
    eventStatus: `https://schema.org/${STATUS[date.status]}`,
    location: date.isVirtual
      ? { '@type': 'VirtualLocation', url }
      : { '@type': 'Place', name: date.venue.split(', ')[0], address: date.venue },
  }
}

/** schema.org, for search engines and assistants. No eventSchedule beside the dates: they are what takes place. */
export function seriesJsonLd(series: ShownSeries, { publicUrl, imageBase }: Settings) {
  const { id, title, description, creatorId, creatorName, dates, picture } = series
  return {
    '@context': 'https://schema.org',
    '@type': 'EventSeries',
    name: title,
    description,
    url: `${publicUrl}/series/${id}`,
    image: [new URL(eventPicture(picture, imageBase).src, publicUrl).href],
    ...(dates[0] && { startDate: dates[0].startTime }),
    ...(creatorName && {
      organizer: { '@type': 'Person', name: creatorName, url: `${publicUrl}/creators/${creatorId}` },
    }),
    subEvent: dates.map((date) => dateJsonLd(date, publicUrl)),
  }
}

export function seriesMeta(page: SeriesPage | undefined, settings: Settings | undefined): MetaDescriptor[] {
  const series = page?.series
  if (!series || !settings) return [{ title: `${seriesNotFound} · ${SITE.name}` }, NO_INDEX]
  const { id, title, ruleText } = series
  const description = `${ruleText}. ${series.description}`.replace(/\s+/g, ' ').slice(0, 160).toWellFormed()
  return [
    { title: `${title} · ${SITE.name}` },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(series.isPrivate
      ? [NO_INDEX]
      : [...feedLinks(`/feeds/series/${id}`, '', title), { 'script:ld+json': seriesJsonLd(series, settings) }]),
  ]
}
