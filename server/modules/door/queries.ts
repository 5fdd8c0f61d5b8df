import { eq } from 'drizzle-orm'
import { HOUR } from '../../../contract/durations.ts'
import type { DoorConflict, Guest } from '../../../contract/door.ts'
import type { CodeKind } from '../../../contract/door-code.ts'
import { DOOR } from '../../../contract/limits.ts'
import type { EventStatus } from '../../../contract/event-status.ts'
import type { Db } from '../../db/client.ts'
import { standbySeats } from '../../ledger/confirming.ts'
import { doorLinks } from '../../db/schema/door.ts'

export const expiryOf = (event: { endTime: Date }) => new Date(event.endTime.getTime() + DOOR.hoursAfterEnd * HOUR)

/** A link whose token was shown, with what it needs to know of its event. */
export interface HeldLink {
  id: number
  name: string
  mayAdd: boolean
  createdAt: Date
  revokedAt: Date | null
  eventId: number
  creatorId: number
  title: string
  language: string | null
  startTime: Date
  endTime: Date
  timeZone: string
  status: EventStatus
  capacity: number
  roomSize: number | null
  ticketsLeft: number
  /** Guests were imported with codes of another system. */
  hasForeignCodes: boolean
  /** Places at it are ordered and paid. */
  isPaid: boolean
  /** The last transaction that removed guests: a revision before it has guests that are gone. */
  thinnedIn: string | null
}

/** Asked for every call of a device: a named statement, which is prepared once. */
export async function findHeldLink(db: Db, tokenHash: Buffer): Promise<HeldLink | null> {
  const { rows } = await db.$client.query<HeldLink>({
    name: 'find_door_link',
    text: `select l.id, l.name, l.may_add as "mayAdd", l.created_at as "createdAt", l.revoked_at as "revokedAt",
             l.event_id as "eventId", e.creator_id as "creatorId", e.title, e.language, e.start_time as "startTime", e.end_time as "endTime",
             e.time_zone as "timeZone", e.status, e.capacity, e.room_size as "roomSize", e.capacity - e.tickets_sold - e.held as "ticketsLeft",
             exists (select from tickets t where t.event_id = e.id and t.import_code is not null) as "hasForeignCodes",
             cardinality(e.pay_by) > 0 as "isPaid",
             (select i.undone_in::text from imports i where i.event_id = e.id and i.undone_in is not null
              order by i.undone_in desc limit 1) as "thinnedIn"
           from door_links l join events e on e.id = l.event_id where l.token_hash = $1`,
    values: [tokenHash],
  })
  return rows[0] ?? null
}

export const listLinks = (db: Db, eventId: number) =>
  db.select().from(doorLinks).where(eq(doorLinks.eventId, eventId)).orderBy(doorLinks.id)

/** The tickets that these codes stand for, of whatever event; `placeId`: for one seat of it, sent to a friend. */
type CodeRow = { id: number; eventId: number; code: string; placeId: number | null; title: string | null }

/** With the title of the event, where this creator made it. */
export async function findCodes(db: Db, codes: string[], creatorId: number): Promise<Map<string, CodeRow>> {
  if (codes.length === 0) return new Map()
  const { rows } = await db.$client.query<CodeRow>({
    name: 'find_door_codes',
    text: `select found.*, case when e.creator_id = $2 then e.title end as title
           from (
             select id, event_id as "eventId", code, null::int as "placeId" from tickets where code = any($1)
             union all
             select t.id, t.event_id, p.code, p.id from ticket_places p join tickets t on t.id = p.ticket_id
             where p.code = any($1)
           ) found join events e on e.id = found."eventId"`,
    values: [codes, creatorId],
  })
  return new Map(rows.map((row) => [row.code, row]))
}

/** Codes of other systems, which are worth something at this event alone. */
export async function findImported(db: Db, link: HeldLink, codes: string[]): Promise<Map<string, number>> {
  if (codes.length === 0 || !link.hasForeignCodes) return new Map()
  const { rows } = await db.$client.query<{ id: number; code: string }>({
    name: 'find_imported_codes',
    text: 'select id, import_code as code from tickets where event_id = $1 and import_code = any($2)',
    values: [link.eventId, codes],
  })
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** Their tickets. */
export async function findOwnPlaces(db: Db, eventId: number, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.$client.query<{ id: number; ticketId: number }>({
    name: 'find_door_places',
    text: `select p.id, p.ticket_id as "ticketId" from ticket_places p join tickets t on t.id = p.ticket_id
           where p.id = any($1) and t.event_id = $2`,
    values: [ids, eventId],
  })
  return new Map(rows.map(({ id, ticketId }) => [id, ticketId]))
}

export async function findOwnTickets(db: Db, eventId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.$client.query<{ id: number }>({
    name: 'find_door_tickets',
    text: 'select id from tickets where id = any($1) and event_id = $2',
    values: [ids, eventId],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Which ticket each of these scans of a link was about. */
export async function findScannedTickets(db: Db, linkId: number, ids: string[]): Promise<Map<string, number | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.$client.query<{ id: string; ticketId: number | null }>({
    name: 'find_scanned_tickets',
    text: 'select id, ticket_id as "ticketId" from door_scans where link_id = $1 and id = any($2)',
    values: [linkId, ids],
  })
  return new Map(rows.map(({ id, ticketId }) => [id, ticketId]))
}

/**
 * What is committed before this revision is on a list that is read after it. Transactions that are still open have
 * numbers from here on, so whatever they write is found by the next question (docs/decisions/166).
 */
export async function readRevision(db: Db): Promise<{ revision: string; next: string }> {
  const { rows } = await db.$client.query<{ revision: string; next: string }>({
    name: 'door_revision',
    text: `select pg_snapshot_xmin(s)::text as revision, pg_snapshot_xmax(s)::text as next
           from (select pg_current_snapshot() as s) as now`,
  })
  if (!rows[0]) throw new Error('the database has no snapshot')
  return rows[0]
}

type GuestPlaces = NonNullable<Guest[7]>
type ListRow = [
  ...[number, string, number, number, string | null, number | null, number | null],
  places: GuestPlaces | null,
  code: string | null,
  standbySeats: number | null,
  standbyTurn: number | null,
  toPay: number | null,
  isTransfer: number | null,
]

interface Wanted {
  eventId: number
  /** For links with search: names, and of each code what this returns. */
  withNames: boolean
  endOf: (code: string, kind: CodeKind) => string | null
  /** With what is still to pay. */
  isPaid?: boolean
  /** Only what was changed by transactions from the first on, and before the second. */
  changed?: { since: string; before: string }
  /** Tickets after this one, so many of them. */
  after?: number
  limit: number
}

// Neither the list nor the conflicts are named statements. A named one keeps the plan that was made while the doors opened:
// read the few scans from end to end. An hour later it would do so once for every guest.
export async function readList(
  db: Db,
  { eventId, withNames, isPaid = false, endOf, changed, after = 0, limit }: Wanted,
): Promise<Guest[]> {
  const { rows } = await db.$client.query<ListRow>({
    ...(changed && { name: isPaid ? 'paid_door_changes' : 'door_changes' }),
    // A short code of another system, or one of digits, is found from its hash by trying: only links with search get it.
    text: `select t.id, rtrim(encode(substring(sha256(convert_to(
               case when t.import_code is not null and ($2 or t.import_code_is_hard) then t.import_code else t.code end,
               'UTF8')) for 10), 'base64'), '='),
             t.number_of_tickets, t.admitted,
             case when $2 then coalesce(t.guest_name, u.first_name || ' ' || u.last_name) end, first.at, first.link_id,
             sent.places, case when $2 then coalesce(t.import_code, t.code) end,
             standby.seats, standby.id${isPaid ? `, o.unit_price * t.number_of_tickets, (o.pay_by = 'transfer')::int` : ''}
           from tickets t
           left join users u on u.id = t.user_id
           ${isPaid ? `left join orders o on o.ticket_id = t.id and o.state = 'to-pay'` : ''}
           -- For each booking by itself: gathered for the whole event first, it was gathered again for each of ten thousand
           -- bookings where the planner thought that there were few.
           left join lateral (
             select json_agg(case when $2 then json_build_array(hash, state, name, id, code) else json_build_array(hash, state) end
               order by id) as places
             from (select p.id, p.name, p.code, rtrim(encode(substring(sha256(convert_to(p.code, 'UTF8')) for 10), 'base64'), '=') as hash,
                 case when p.used_at is not null then 1 when p.taken_back_at is not null then 2 else 0 end as state
               from ticket_places p where p.ticket_id = t.id) p
           ) sent on true
           left join lateral (
             select extract(epoch from s.corrected_at)::int as at, s.link_id from door_scans s
             where t.admitted > 0 and s.ticket_id = t.id and s.kind <> 'undo' and s.counts > 0 and not s.is_undone
             order by s.corrected_at limit 1
           ) first on true
           left join lateral (
             select r.id, ${standbySeats} as seats from ticket_returns r
             where r.ticket_id = t.id and r.by = 'unconfirmed' and r.undone_at is null order by r.id desc limit 1
           ) standby on true
           where t.event_id = $1 and t.id > $3 ${changed ? 'and t.changed_in >= $5::xid8 and t.changed_in < $6::xid8' : ''}
           order by t.id limit $4`,
    values: [eventId, withNames, after, limit, ...(changed ? [changed.since, changed.before] : [])],
    rowMode: 'array',
  })
  // Whole codes stay here: a list has their hashes and, for links with search, their ends.
  return rows.map(
    ([id, hash, seats, inside, name, firstAt, door, places, code, onStandby, turn, toPay, isTransfer]): Guest => {
      const guest = [id, hash, seats, inside, name, firstAt, door] as const
      const inLine = onStandby && turn ? ([onStandby, turn] as [number, number]) : null
      const due: [number, number] | null = toPay ? [toPay, isTransfer ?? 0] : null
      const standby: [] | [[number, number] | null] | [[number, number] | null, [number, number]] = due
        ? [inLine, due]
        : inLine
          ? [inLine]
          : []
      if (code === null && standby.length > 0) return [...guest, places ?? [], null, ...standby]
      if (code === null) return places ? [...guest, places] : [...guest]
      const sent = (places ?? []).map(([of, state, friend, placeId, placeCode]): GuestPlaces[number] => [
        ...([of, state, friend, placeId] as const),
        endOf(placeCode ?? '', 'place'),
      ])
      return [...guest, sent, endOf(code, 'ticket'), ...standby]
    },
  )
}

const CONFLICTS_SHOWN = 50

/** The newest first. */
export async function readConflicts(db: Db, eventId: number, withNames: boolean): Promise<DoorConflict[]> {
  const { rows } = await db.$client.query<Omit<DoorConflict, 'at' | 'firstAt'> & { at: Date; firstAt: Date | null }>({
    text: `select s.id as "scanId", s.ticket_id as "ticketId", l.name as door, s.corrected_at as at,
             case when s.conflict = 'returned' then s.over else s.seats - s.counts end as seats,
             first.name as "firstDoor", first.corrected_at as "firstAt",
             coalesce(s.conflict, case when s.verdict in ('returned', 'cancelled') then s.verdict else 'already-in' end) as reason,
             case when $2 then coalesce(coalesce(p.name || ', with ', '') || coalesce(t.guest_name, u.first_name || ' ' || u.last_name), s.name,
               case when s.kind = 'walk-in' then 'Walk-in' end) end as name
           from (
             (select * from door_scans where event_id = $1 and kind = 'admit' and ticket_id is not null and counts < seats
                and not is_undone and verdict <> 'standby' order by corrected_at desc limit ${CONFLICTS_SHOWN})
             union all
             (select * from door_scans where event_id = $1 and conflict is not null and not is_undone
                and not (kind = 'admit' and ticket_id is not null and counts < seats)
                order by corrected_at desc limit ${CONFLICTS_SHOWN})
           ) s
           join door_links l on l.id = s.link_id
           left join tickets t on t.id = s.ticket_id
           left join ticket_places p on p.id = s.place_id
           left join users u on u.id = t.user_id
           left join lateral (
             select f.corrected_at, fl.name from door_scans f join door_links fl on fl.id = f.link_id
             where f.ticket_id = s.ticket_id and f.kind <> 'undo' and f.counts > 0 and not f.is_undone
             order by f.corrected_at limit 1
           ) first on true
           order by s.corrected_at desc limit ${CONFLICTS_SHOWN}`,
    values: [eventId, withNames],
  })
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), firstAt: row.firstAt?.toISOString() ?? null }))
}
