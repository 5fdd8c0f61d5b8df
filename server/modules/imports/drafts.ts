// Events of other calendars and pages as drafts: dry run, then the same again for real.
import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { eventBody, type EventBody, type EventBodyInput } from '../../../contract/event-body.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { importEvents as importEventsCall, ImportedEvent } from '../../../contract/imports.ts'
import { TEXT, UPLOAD } from '../../../contract/limits.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import { events } from '../../db/schema/events.ts'
import { eventSeries } from '../../db/schema/series.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { OutsideError } from '../../net/outside.ts'
import { PrivateAddress } from '../../net/public-only.ts'
import { createEvent } from '../events/module.ts'
import { createSeries } from '../series/module.ts'
import { storePicture } from '../storage/module.ts'
import { isCalendar, readCalendar } from './calendar.ts'
import { readOwnExport, readPage, type FoundEvent, type Reading } from './page.ts'

type Given = HandlerInput<typeof importEventsCall>['body']

const unreadable = (message?: string) => new AppError('import_unreadable', message ? { message } : {})

const agentOf = ({ config }: Deps) => `Hooley-Import (+${config.publicUrl})`

async function fetchText(deps: Deps, url: string) {
  const headers = {
    'user-agent': agentOf(deps),
    accept: 'text/calendar, text/html;q=0.9, application/ld+json;q=0.8',
  }
  try {
    const { status, body, url: address } = await deps.outside.get({ url, headers })
    if (status !== 200) throw unreadable(`That address answers with ${status}.`)
    return { text: new TextDecoder().decode(body), address }
  } catch (error) {
    if (error instanceof AppError) throw error
    const isForThem = error instanceof OutsideError || error instanceof PrivateAddress
    throw unreadable(isForThem ? error.message : 'That address could not be reached.')
  }
}

async function findEvents(deps: Deps, { url, file, timeZone }: Given): Promise<FoundEvent[]> {
  const reading: Reading = { timeZone: timeZone ?? null, now: deps.clock() }
  if (file !== undefined) return readOwnExport(file, reading) ?? readCalendar(file, reading)
  const { text, address } = await fetchText(deps, url ?? '')
  return isCalendar(text) ? readCalendar(text, reading) : readPage(text, address, reading)
}

/** All pictures of one import together. */
const PICTURES_MS = 20_000

/** Null where there is none, or where it cannot be had: the draft is made without it. */
async function takePicture(
  deps: Deps,
  user: SessionUser,
  address: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (signal.aborted) return null
  try {
    const headers = { 'user-agent': agentOf(deps), accept: UPLOAD.types.join(', ') }
    const answer = await deps.outside.get({ url: address, headers, signal })
    const [said = ''] = String(answer.headers['content-type'] ?? '').split(';')
    const fileType = UPLOAD.types.find((type) => type === said.trim().toLowerCase())
    if (answer.status !== 200 || !fileType) return null
    return await storePicture(deps, user, { fileType, bytes: answer.body })
  } catch (error) {
    deps.log.info({ err: error }, 'a picture of an imported event was not taken')
    return null
  }
}

const cut = (text: string, most: number) => text.normalize('NFC').slice(0, most).trim()
const oneLine = (text: string, most: number) => cut(text.replace(/\s+/g, ' '), most)
/** What no text here may hold is left out, rather than the event. */
const shown = (text: string) =>
  text.replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu, '').replaceAll('\t', ' ')

const DEFAULT_CAPACITY = 100

function bodyOf(found: FoundEvent): EventBodyInput | null {
  if (typeof found.time === 'string') return null
  const { startTime, endTime, timeZone } = found.time
  const title = oneLine(shown(found.title), TEXT.title)
  return {
    ...found.more,
    title,
    description: cut(shown(found.description), TEXT.description) || title,
    venue: oneLine(shown(found.venue), TEXT.venue) || 'To be announced',
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    timeZone: timeZone ?? DEFAULT_TIME_ZONE,
    isVirtual: found.isVirtual,
    isDraft: true,
    capacity: found.capacity ?? DEFAULT_CAPACITY,
  }
}

/** Unique with the creator, for events and for series: as if one request had been made twice. */
const keyOf = ({ uid }: FoundEvent) => `import ${createHash('sha256').update(uid).digest('base64url')}`

async function findKnown({ db }: Deps, user: SessionUser, keys: string[]) {
  if (keys.length === 0) return new Map<string | null, Pick<ImportedEvent, 'eventId' | 'seriesId'>>()
  const ofEvents = await db
    .select({ key: events.creationKey, id: events.id })
    .from(events)
    .where(and(eq(events.creatorId, user.id), inArray(events.creationKey, keys)))
  const ofSeries = await db
    .select({ key: eventSeries.creationKey, id: eventSeries.id })
    .from(eventSeries)
    .where(and(eq(eventSeries.creatorId, user.id), inArray(eventSeries.creationKey, keys)))
  return new Map<string | null, Pick<ImportedEvent, 'eventId' | 'seriesId'>>([
    ...ofEvents.map(({ key, id }) => [key, { eventId: id }] as const),
    ...ofSeries.map(({ key, id }) => [key, { seriesId: id }] as const),
  ])
}

async function store(deps: Deps, user: SessionUser, found: FoundEvent, body: EventBody) {
  const { rule, extraDays, skippedDays } = found
  if (rule && rule !== 'other')
    return {
      seriesId: (await createSeries(deps, user, { event: body, rule, extraDays, skippedDays }, keyOf(found))).id,
    }
  return { eventId: (await createEvent(deps, user, body, keyOf(found))).id }
}

/** A series is over when its rule is; whether it has dates to come is for createSeries to say. */
const isPast = ({ time, rule }: FoundEvent, now: Date) =>
  typeof time !== 'string' && time.endTime <= now && (rule === undefined || rule === 'other')

type Outcome = Pick<ImportedEvent, 'state' | 'why' | 'eventId' | 'seriesId' | 'picture'>

export async function importEvents(deps: Deps, user: SessionUser, given: Given): Promise<{ events: ImportedEvent[] }> {
  await deps.limits.take('eventImport', user.id)
  const all = await findEvents(deps, given)
  if (all.length === 0) throw unreadable()
  const known = await findKnown(deps, user, all.map(keyOf))
  const signal = AbortSignal.timeout(PICTURES_MS)

  const make = async (found: FoundEvent, body: EventBody): Promise<Outcome> => {
    const wanted = given.withPictures ? found.picture : undefined
    const imageUrl = wanted === undefined ? null : await takePicture(deps, user, wanted, signal)
    const picture = wanted === undefined ? {} : { picture: imageUrl ? ('taken' as const) : ('failed' as const) }
    try {
      const made = await store(deps, user, found, { ...body, imageUrl })
      known.set(keyOf(found), made)
      return { state: 'new', ...made, ...picture }
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode >= 500) throw error
      // Another import has made it at the same moment.
      if (error.code === 'idempotency_key_reused') return { state: 'again' }
      return { state: 'refused', why: error.message }
    }
  }

  const outcomeOf = async (found: FoundEvent, input: EventBodyInput | null): Promise<Outcome> => {
    const before = known.get(keyOf(found))
    if (before) return { state: 'again', ...before }
    if (found.time === 'no-zone') return { state: 'no-zone' }
    if (!input) return { state: 'no-time' }
    if (!input.title) return { state: 'no-title' }
    if (isPast(found, deps.clock())) return { state: 'past' }
    const body = eventBody.safeParse(input).data
    if (!body) return { state: 'refused', why: 'Its time or its text cannot be used here.' }
    if (!given.dryRun) return make(found, body)
    known.set(keyOf(found), {})
    return { state: 'new', ...(found.picture && { picture: 'found' }) }
  }

  const events: ImportedEvent[] = []
  // One after the other: each takes a connection, and counts against the limits of the account.
  for (const found of all) {
    const body = bodyOf(found)
    events.push({
      title: oneLine(shown(found.title), TEXT.title),
      startTime: body?.startTime ?? null,
      timeZone: body?.timeZone ?? null,
      venue: body?.venue ?? '',
      repeats: found.rule ? (found.rule === 'other' ? 'once' : 'series') : null,
      ...(await outcomeOf(found, body)),
    })
  }
  return { events }
}
