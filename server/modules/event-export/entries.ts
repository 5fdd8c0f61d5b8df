// What the ZIP file of an event holds.
import type { Readable } from 'node:stream'
import { eventPath } from '../../../contract/event-access.ts'
import { GUEST_FILE_COLUMNS } from '../../../contract/event-export.ts'
import { pictureUrl } from '../../../contract/event-picture.ts'
import { IMPORT } from '../../../contract/limits.ts'
import { drawnCode } from '../../access/door-codes.ts'
import { calendarFile } from '../../calendar/calendar-file.ts'
import type { Deps } from '../../deps.ts'
import { spreadsheet, written } from '../../http/spreadsheet.ts'
import { textEntry, type ZipEntry } from '../../http/zip.ts'
import { eventUid } from '../../ledger/booking-calendar.ts'
import { toEvent, type EventRow } from '../events/queries.ts'
import { fullerCsv } from '../guests/module.ts'
import { purchasersCsv } from '../tickets/module.ts'
import { readPurchases } from '../tickets/queries.ts'
import { findTaken } from '../series/queries.ts'
import { readHeld, type Held } from './queries.ts'

const README = `One event, to take along.

event.json           the event as our API describes it; times are in UTC
event.ics            the same for calendars, and for importing it elsewhere
guests.csv           who comes, with the code of each ticket: another Hooley opens its door to these codes
guest-list.csv       all that is known of guests and of those who wait
ticket-purchasers.csv  who has booked
pictures/            the event's picture

Anybody who has guests.csv can get in with its codes: please keep it to yourself.
`

/** One line for each code: a booking's own seats, and each place that was sent to a friend. */
const rowsOf =
  ({ secrets }: Deps, eventId: number) =>
  (held: Held) => [
    held.placeId === null ? String(held.id) : `${held.id}/${held.placeId}`,
    written(held.name),
    written(held.email),
    held.seats,
    held.admitted,
    held.bookedAt.toISOString(),
    held.importCode ?? drawnCode(secrets, { id: eventId }, held, held.placeId === null ? 'ticket' : 'place'),
  ]

const guestFile = (deps: Deps, eventId: number): Readable =>
  spreadsheet([...GUEST_FILE_COLUMNS], readHeld(deps.db, eventId), rowsOf(deps, eventId))

function calendarOf({ config: { publicUrl, calendarDomain } }: Deps, row: EventRow): string {
  const url = publicUrl + eventPath({ id: row.id, key: row.linkKey })
  return calendarFile({ method: 'PUBLISH' }, [
    {
      uid: eventUid(row.id, calendarDomain),
      title: row.title,
      description: row.description,
      location: row.venue,
      url,
      startTime: row.startTime,
      endTime: row.endTime,
      timeZone: row.timeZone,
      sequence: row.version - 1,
      changedAt: row.updatedAt,
      status: row.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
      categories: row.categories,
      ...(row.language && { language: row.language }),
    },
  ])
}

/** As everybody reads it who may; its picture has a whole address, so that another installation can fetch it. */
function jsonOf({ storage, config }: Deps, row: EventRow) {
  const event = toEvent(row, { userId: row.creatorId })
  const imageUrl = event.imageUrl && new URL(pictureUrl(storage.publicBase, event.imageUrl), config.publicUrl).href
  return { ...event, imageUrl }
}

/** Files that our own import reads at once: what is to come, each series once, by its rule. Of past events it makes none. */
export async function toComeEntries(deps: Deps, creatorId: number, rows: EventRow[]): Promise<ZipEntry[]> {
  const now = deps.clock()
  const series = await findTaken(deps, creatorId)
  const rest = rows.filter(({ seriesId, endTime }) => !(seriesId && series.has(seriesId)) && endTime > now)
  const dates = Map.groupBy(rows, ({ seriesId }) => seriesId)
  const ofSeries = [...series].flatMap(([id, { startTime, endTime, ...taken }]) => {
    const all = dates.get(id) ?? []
    // One that nobody has changed by hand says what the series says.
    const one = all.findLast(({ ownFields }) => ownFields.length === 0) ?? all.at(-1)
    if (!one) return []
    const closes = one.bookingClosesAt && new Date(+startTime - (+one.startTime - +one.bookingClosesAt))
    return [{ ...jsonOf(deps, { ...one, startTime, endTime, bookingClosesAt: closes }), series: taken }]
  })
  const found = [...ofSeries, ...rest.map((row) => jsonOf(deps, row))]
  return Array.from({ length: Math.ceil(found.length / IMPORT.events) }, (_, n) =>
    textEntry(`events${n === 0 ? '' : `-${n + 1}`}.json`, () =>
      JSON.stringify(found.slice(n * IMPORT.events, (n + 1) * IMPORT.events), null, 2),
    ),
  )
}

/** `folder` where the file holds several events. */
export function eventEntries(deps: Deps, row: EventRow, folder = ''): ZipEntry[] {
  const { db, clock, storage } = deps
  const { id, imageUrl } = row
  const text = (name: string, open: () => Promise<Readable | string> | Readable | string) =>
    textEntry(`${folder}${name}`, open)
  return [
    text('README.txt', () => README),
    text('event.json', () => JSON.stringify(jsonOf(deps, row), null, 2)),
    text('event.ics', () => calendarOf(deps, row)),
    text('guests.csv', () => guestFile(deps, id)),
    text('guest-list.csv', () => fullerCsv(db, id, clock())),
    text('ticket-purchasers.csv', () => purchasersCsv(readPurchases(db, id))),
    ...(imageUrl
      ? [
          {
            name: `${folder}pictures/${imageUrl.replace(/^events\//, '')}`,
            compress: false,
            open: async () => (await storage.read(imageUrl))?.stream ?? null,
          },
        ]
      : []),
  ]
}
