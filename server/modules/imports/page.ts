// Reads what a page says of its events for search engines: JSON-LD of schema.org. Whatever is read here was written by a
// stranger: each step is linear in the size of the page.
import { HOUR } from '../../../contract/durations.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { CAPACITY, IMPORT } from '../../../contract/limits.ts'
import { MOST_NAMED_DAYS, seriesRule, type SeriesRule } from '../../../contract/series-rule.ts'
import { canonicalTimeZone, dayIn, DEFAULT_TIME_ZONE, parseDateTime } from '../../../contract/zoned-time.ts'

/** An event as another calendar or page describes it. */
export interface FoundEvent {
  /** The same event has the same one again: a UID or an address. */
  uid: string
  title: string
  description: string
  venue: string
  isVirtual: boolean
  /** `none`: without a time; `no-zone`: with one that says nothing of where. */
  time: { startTime: Date; endTime: Date; timeZone: string | null } | 'none' | 'no-zone'
  capacity?: number
  /** other: a rule that no series here can have. */
  rule?: SeriesRule | 'other'
  extraDays?: string[]
  skippedDays?: string[]
  /** The address of its picture, which is asked only after the person has said so. */
  picture?: string
  /** Fields of our own export that no calendar has. */
  more?: Partial<EventBodyInput>
}

export interface Reading {
  /** What times are read by that name no zone. */
  timeZone: string | null
  now: Date
}

export const DEFAULT_HOURS = 2

type Thing = Record<string, unknown>

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const JSON_LD = /\btype\s*=\s*["']?application\/ld\+json\b/i
const LONGEST_TAG = 1_000

function* scriptsOf(html: string): Generator<string> {
  const edge = /<(\/?)script\b/gi
  let start = -1
  for (const { 1: slash, index } of html.matchAll(edge)) {
    if (slash && start >= 0) {
      yield html.slice(start, index)
      start = -1
    } else if (!slash && start < 0) {
      const tag = html.slice(index, index + LONGEST_TAG)
      const end = tag.indexOf('>')
      if (end > 0 && JSON_LD.test(tag.slice(0, end))) start = index + end + 1
    }
  }
}

function parsed(script: string): unknown {
  try {
    return JSON.parse(script.trim())
  } catch {
    return null
  }
}

const isEvent = ({ '@type': type }: Thing) => listOf(type).some((name) => /Event(?:Series)?$/.test(textOf(name)))

const DEEPEST = 8

/** Also inside of @graph, of lists, and of a series its dates. */
function collect(value: unknown, found: Thing[], depth = 0) {
  if (depth > DEEPEST || found.length >= IMPORT.events) return
  if (Array.isArray(value)) for (const one of value) collect(one, found, depth + 1)
  if (!isThing(value)) return
  const before = found.length
  collect(value.subEvent, found, depth + 1)
  if (found.length === before && isEvent(value)) found.push(value)
  collect(value['@graph'], found, depth + 1)
}

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

/** Some write HTML into it. */
const plain = (text: string) =>
  text
    .replace(/<br\s*\/?>|<\/p>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: keyof typeof NAMED) => NAMED[name])
    .trim()

function venueOf(location: unknown): { venue: string; isVirtual: boolean } {
  const [first] = listOf(location)
  if (!isThing(first)) return { venue: plain(textOf(first)), isVirtual: false }
  if (textOf(first['@type']) === 'VirtualLocation') return { venue: textOf(first.url), isVirtual: true }
  const { address } = first
  const parts = isThing(address)
    ? [address.streetAddress, address.postalCode, address.addressLocality].map(textOf)
    : [textOf(address)]
  const named = [textOf(first.name), ...parts].filter(Boolean)
  return { venue: plain([...new Set(named)].join(', ')), isVirtual: false }
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/
const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/

function momentOf(value: unknown, { timeZone }: Reading): Date | 'no-zone' | null {
  const text = textOf(value)
  if (!text || text.length > 40) return null
  if (DAY_ONLY.test(text)) return timeZone === null ? 'no-zone' : parseDateTime(`${text}T00:00`, timeZone)
  if (OFFSET.test(text)) {
    const instant = new Date(text)
    return Number.isNaN(instant.getTime()) ? null : instant
  }
  if (Number.isNaN(Date.parse(`${text}Z`))) return null
  return timeZone === null ? 'no-zone' : parseDateTime(text.slice(0, 16), timeZone)
}

function timeOf({ startDate, endDate }: Thing, reading: Reading): FoundEvent['time'] {
  const start = momentOf(startDate, reading)
  if (start === null) return 'none'
  if (start === 'no-zone') return 'no-zone'
  const end = momentOf(endDate, reading)
  const endTime = end instanceof Date && end > start ? end : new Date(start.getTime() + DEFAULT_HOURS * HOUR)
  return { startTime: start, endTime, timeZone: reading.timeZone }
}

/** An address, an ImageObject, or a list of them. */
function pictureOf(image: unknown, page: string): { picture?: string } {
  const [first] = listOf(image)
  const address = isThing(first) ? textOf(first.url) || textOf(first.contentUrl) : textOf(first)
  return address && URL.canParse(address, page) ? { picture: new URL(address, page).href } : {}
}

function toFound(thing: Thing, page: string, reading: Reading): FoundEvent {
  const own = textOf(thing['@id']) || textOf(thing.url)
  const capacity = Number(thing.maximumAttendeeCapacity)
  return {
    // Dates of one page may share its address.
    uid: `${URL.canParse(own, page) ? new URL(own, page).href : page} ${textOf(thing.startDate)}`,
    title: plain(textOf(thing.name)),
    description: plain(textOf(thing.description)),
    ...venueOf(thing.location),
    time: timeOf(thing, reading),
    ...(Number.isInteger(capacity) && capacity >= CAPACITY.min && capacity <= CAPACITY.max && { capacity }),
    ...pictureOf(thing.image, page),
  }
}

export function readPage(html: string, address: string, reading: Reading): FoundEvent[] {
  const found: Thing[] = []
  for (const script of scriptsOf(html)) collect(parsed(script), found)
  return found.slice(0, IMPORT.events).map((thing) => toFound(thing, address, reading))
}

/** Of Event, what an event here can be made with beside what other calendars know. */
const OWN_FIELDS = [
  ...(['anchorPrice', 'artistDescription', 'organizerDescription', 'posterSeed', 'town', 'categories'] as const),
  ...(['accessFacts', 'language'] as const),
  ...(['maxPerPerson', 'approval', 'confirm', 'roomSize', 'sureness'] as const),
  ...(['visibility', 'admission', 'bookingUrl', 'bookingClosesAt'] as const),
]

const daysFrom = (days: unknown, first: string) =>
  listOf(days)
    .map(textOf)
    .filter((day) => DAY_ONLY.test(day) && day >= first)
    .slice(0, MOST_NAMED_DAYS)

/** A series by its rule: what a rule of ours is not makes one date of it. */
function ownSeries({ series }: Thing, { now }: Reading, timeZone: string): Partial<FoundEvent> {
  if (!isThing(series)) return {}
  const today = dayIn(now, timeZone)
  const [extraDays, skippedDays] = [daysFrom(series.extraDays, today), daysFrom(series.skippedDays, today)]
  return { rule: seriesRule.safeParse(series.rule).data ?? 'other', extraDays, skippedDays }
}

function toOwn(event: Thing, reading: Reading): FoundEvent {
  const [startTime, endTime] = [new Date(textOf(event.startTime)), new Date(textOf(event.endTime))]
  const isTimed = !Number.isNaN(startTime.getTime()) && !Number.isNaN(endTime.getTime())
  const timeZone = canonicalTimeZone(textOf(event.timeZone))
  const more = Object.fromEntries(
    OWN_FIELDS.flatMap((name) => ((event[name] ?? null) === null ? [] : [[name, event[name]]])),
  )
  const picture = textOf(event.imageUrl)
  const same = isThing(event.series) ? ['series', event.seriesId] : [event.id]
  return {
    // Ids alone may be the same in two installations.
    uid: JSON.stringify(['hooley', event.creatorId, ...same, textOf(event.title)]),
    title: textOf(event.title),
    description: textOf(event.description),
    venue: textOf(event.venue),
    isVirtual: event.isVirtual === true,
    time: isTimed ? { startTime, endTime, timeZone } : 'none',
    ...(typeof event.capacity === 'number' && { capacity: event.capacity }),
    ...(URL.canParse(picture) && { picture }),
    ...ownSeries(event, reading, timeZone ?? DEFAULT_TIME_ZONE),
    more,
  }
}

const isOwn = (event: unknown): event is Thing =>
  isThing(event) && typeof event.id === 'number' && typeof event.creatorId === 'number'

/** The event.json of an event's export, or the events.json of an account's; null: it is something else. */
export function readOwnExport(file: string, reading: Reading): FoundEvent[] | null {
  const events = listOf(parsed(file))
  if (events.length === 0 || !events.every(isOwn)) return null
  return events.slice(0, IMPORT.events).map((event) => toOwn(event, reading))
}
