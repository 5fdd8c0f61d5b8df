import { formOf } from '../../../contract/counted.ts'
import type { ImportSource, RowState } from '../../../contract/imports.ts'
import type { Field } from './columns.ts'

export const SOURCE_NAMES: Record<ImportSource, string> = {
  eventbrite: 'Eventbrite',
  luma: 'Luma',
  meetup: 'Meetup',
  pretix: 'pretix',
  'hi-events': 'Hi.Events',
  'ticket-tailor': 'Ticket Tailor',
  hooley: 'Hooley',
  other: 'Another system',
}

/** The columns that can be chosen, in the order in which they are shown. */
export const FIELD_NAMES: Record<Field, string> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  seats: 'Number of tickets',
  friends: 'Guests they bring',
  code: 'Ticket code (QR code)',
  status: 'Status',
  isCancelled: 'Cancelled (yes or no)',
  ref: 'Number of the ticket or guest',
  refPart: 'Second part of that number',
}

const counted = (noun: string) => (count: number) => `${count.toLocaleString('en')} ${noun}${formOf(count, '', 's')}`
const rowCount = counted('row')
export const guestCount = counted('guest')
export const placeCount = counted('place')

/** Of rows that are left out; null: nothing to say. */
const LEFT_OUT: Record<RowState, string | null> = {
  new: null,
  again: 'imported before',
  booked: 'already booked here with that email address',
  'no-name': 'without a name',
  cancelled: 'cancelled in the other system',
  'no-seat': 'no places left',
  'code-ours': 'the code belongs to a ticket of this site',
  'code-mangled': 'the code is damaged: save the file as CSV, without opening it in a spreadsheet',
  'code-twice': 'another guest has the same code',
}

/** '3 rows: no places left (rows 5, 6, 9)'. `numbers` are those of the spreadsheet. */
export function leftOut(states: RowState[], numbers: number[]): { state: RowState; text: string }[] {
  const byState = Map.groupBy(
    states.map((state, at) => ({ state, row: numbers[at] })),
    ({ state }) => state,
  )
  return [...byState].flatMap(([state, rows]) => {
    const why = LEFT_OUT[state]
    if (why === null) return []
    const shown = rows.slice(0, 8).map(({ row }) => row)
    const which = `${shown.join(', ')}${rows.length > shown.length ? ' …' : ''}`
    return [{ state, text: `${rowCount(rows.length)}: ${why} (${formOf(rows.length, 'row', 'rows')} ${which})` }]
  })
}

export const importGuests = 'Import guests'
export const importedFrom = (guests: string, source: string) => `${guests} imported from ${source}.`
export const undoImport = 'Undo the import'
export const askToUndo = 'Undo the import?'
export const aboutUndoing = (guests: string) =>
  `${guests} will be removed, unless they were let in, changed or written to. Nobody gets an email, and you can import the file again.`
export const importEvents = 'Import events'
