// Where a page ended: of which of the two lists, and its last row. Opaque to callers.
import { AppError } from '../../../contract/errors.ts'

export type GuestList = 'guests' | 'waiting'

export interface Cursor {
  list: GuestList
  /** The id of a ticket, or the turn of who waits. */
  after: number
}

const CURSOR = /^(guests|waiting)\.([0-9a-z]{1,6})$/
const MAX_ID = 2_147_483_647

export const cursorOf = (list: GuestList, after: number) => `${list}.${after.toString(36)}`

export function readCursor(text: string): Cursor {
  const [, list, after = ''] = CURSOR.exec(text) ?? []
  const cursor = { list: list as GuestList, after: parseInt(after, 36) }
  if (!list || cursor.after > MAX_ID) throw new AppError('bad_request', { message: 'Cursor is not valid' })
  return cursor
}
