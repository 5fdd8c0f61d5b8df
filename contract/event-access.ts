// Who can find an event, and how people get in. Pages load it, so it imports nothing.

/** unlisted: only people with its link see it. The link carries a key. */
export const VISIBILITIES = ['public', 'unlisted'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** just-come: without a booking; elsewhere: booked on another site. */
export const ADMISSIONS = ['book', 'just-come', 'elsewhere'] as const
export type Admission = (typeof ADMISSIONS)[number]

/** What pages and embeds say instead of how many places are left. */
export const NOT_BOOKED_HERE = { 'just-come': 'No booking needed', elsewhere: 'Booking is on another site' } as const

interface Keyed {
  /** Of an unlisted event. */
  key?: string | null
}

/** An address of an event that works for everybody who has it. */
export const keyedPath = (path: string, { key }: Keyed) =>
  key ? `${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}` : path

export const eventPath = (event: Keyed & { id: number }) => keyedPath(`/events/${event.id}`, event)

export const seriesPath = (series: Keyed & { id: number }) => keyedPath(`/series/${series.id}`, series)

/** The other site as people know it: tickets.example.org. */
export const siteName = (url: string) => new URL(url).hostname.replace(/^www\./, '')

const SITE = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/

/** Null: not an https address of a site with a name. */
export function siteOf(url: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return null
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' || username || password || !SITE.test(hostname)) return null
  return siteName(url)
}
