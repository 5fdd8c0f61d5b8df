// What becomes of each row of another system's file: decided the same way in a dry run and while the seats are locked.
import { createHash } from 'node:crypto'
import { email as emailSchema, personName } from '../../../contract/auth.ts'
import { foreignCode, readCode } from '../../../contract/door-code.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { importGuests, ImportSource, RowState } from '../../../contract/imports.ts'
import { TEXT, TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { findKnown } from './queries.ts'

type Given = HandlerInput<typeof importGuests>['body']
type Row = Given['rows'][number]

/** One booking to be made. */
export interface NewTicket {
  name: string
  email: string | null
  seats: number
  ref: string
  code: string | null
}

export interface Plan {
  states: RowState[]
  tickets: NewTicket[]
  seats: number
}

// Whatever these systems call somebody who does not come, in English and German.
const NOT_COMING =
  /refund|cancel|delet|declin|reject|expired|invited|wait|pending|unpaid|void|transferred|not (attending|going)|storn|erstattet|gelöscht|abgelehnt|abgesagt|abgelaufen|eingeladen|ausstehend|unbezahlt|offen/i
const NO = /^(no|nein|false|n)$/i

// 1.23457E+17: what a spreadsheet makes of a long number.
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i

/** Only what can be shown; the rest of a cell is no reason to refuse a file. */
const cleaned = (text: string | undefined, most: number) =>
  (text ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trim()

const nameOf = ({ name }: Row) => personName.safeParse(cleaned(name, TEXT.name)).data ?? null
const addressOf = ({ email }: Row) => emailSchema.safeParse(cleaned(email, TEXT.email)).data ?? null
const isCancelled = ({ status, seats }: Row) =>
  seats === 0 || (status !== undefined && (NOT_COMING.test(status) || NO.test(status.trim())))

/**
 * Makes the same row of the same system the same one again. Hashed: what it is made of may be an address. Rows that are alike
 * are counted, so that two tickets of one person are two.
 */
function refsOf(source: ImportSource, rows: Row[]): string[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const said = cleaned(row.ref, 500) || row.code?.trim()
    const what = said ? ['ref', said] : ['person', nameOf(row), addressOf(row)]
    const key = createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 22)
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return `${source}:${key}${times > 1 ? `~${times}` : ''}`
  })
}

export interface ReadRow {
  ref: string
  name: string | null
  email: string | null
  seats: number
  isCancelled: boolean
  /** As it was written; compared as `foreign`, and with our own tickets as `own`. */
  written: string
  foreign: string | null
  own: string | null
}

/** Before the seats are locked: those who book wait for everything after it. */
export function readRows({ source, rows }: Pick<Given, 'source' | 'rows'>): ReadRow[] {
  const refs = refsOf(source, rows)
  return rows.map((row, at) => {
    const written = row.code?.trim() ?? ''
    return {
      ref: refs[at] ?? '',
      name: nameOf(row),
      email: addressOf(row),
      seats: row.seats,
      isCancelled: isCancelled(row),
      written,
      foreign: written && !ROUNDED.test(written) ? foreignCode(written) : null,
      own: written ? (readCode(written)?.code ?? null) : null,
    }
  })
}

/** Several bookings of at most four; the code is that of the first. */
function toTickets({ name, email, seats, ref, foreign }: ReadRow): NewTicket[] {
  const most = TICKETS_PER_BOOKING.max
  return Array.from({ length: Math.ceil(seats / most) }, (_, part) => ({
    name: name ?? '',
    email,
    seats: Math.min(most, seats - part * most),
    ref: part === 0 ? ref : `${ref}/${part + 1}`,
    code: part === 0 ? foreign : null,
  }))
}

export async function planImport(
  db: Db | Tx,
  eventId: number,
  read: ReadRow[],
  { source, withBooked }: Pick<Given, 'source' | 'withBooked'>,
  open: number,
): Promise<Plan> {
  const known = await findKnown(db, eventId, source, read)
  const codes = new Set(known.foreign)
  const plan: Plan = { states: [], tickets: [], seats: 0 }
  const stateOf = (row: ReadRow): RowState => {
    if (row.name === null) return 'no-name'
    if (known.refs.has(row.ref)) return 'again'
    if (row.isCancelled) return 'cancelled'
    if (row.own !== null && known.own.has(row.own)) return 'code-ours'
    if (row.written && row.foreign === null) return 'code-mangled'
    if (row.foreign !== null && codes.has(row.foreign)) return 'code-twice'
    if (row.email !== null && !withBooked && known.addresses.has(row.email.toLowerCase())) return 'booked'
    return row.seats > open - plan.seats ? 'no-seat' : 'new'
  }
  for (const row of read) {
    const state = stateOf(row)
    plan.states.push(state)
    if (state !== 'new') continue
    if (row.foreign !== null) codes.add(row.foreign)
    plan.seats += row.seats
    plan.tickets.push(...toTickets(row))
  }
  return plan
}
