// Where a page of a search ended: which part of the order, the last event's place in it, and the moment of the first page
// (see cursor.ts). Opaque to callers.
import { AppError } from '../../../contract/errors.ts'

export type Part = 'ongoing' | 'coming' | 'past' | 'earlier' | 'newest' | 'nearest' | 'popular'

/** One part of the order: what is found by this rank (search-ranks.ts), on or to come or over. */
export interface Stage {
  rank: number
  part: Part
}

export interface Hit {
  id: number
  /** In microseconds, as PostgreSQL keeps it. */
  startTime: number
  /** How far away, where that is asked; among the popular ones their place. */
  km: number
}

export interface SearchCursor extends Stage {
  last: Hit
  asOf: Date
  /** Which of the words were asked for, a bit each; null: all. */
  words: number | null
}

const NUMBER = '(-?[0-9a-z]{1,11})'
const CURSOR = new RegExp(
  `^f([0-8])(ongoing|coming|past|earlier|newest|nearest|popular)~${NUMBER}~([0-9a-z]{1,6})~${NUMBER}~(\\d{1,5}\\.\\d{6})(?:~([0-9a-z]{1,3}))?$`,
)
const MAX_ID = 2_147_483_647

// PostgreSQL has no year 0, and no event is that far away.
const isSensible = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

export function searchCursorOf({ rank, part, last, asOf, words }: SearchCursor) {
  const numbers = [last.startTime, last.id, asOf.getTime()].map((number) => number.toString(36))
  return [`f${rank}${part}`, ...numbers, last.km.toFixed(6), ...(words === null ? [] : [words.toString(36)])].join('~')
}

export function readSearchCursor(text: string): SearchCursor {
  const [, rank = '', part, start = '', id = '', asOf = '', km = '', words] = CURSOR.exec(text) ?? []
  const last = { id: parseInt(id, 36), startTime: parseInt(start, 36), km: Number(km) }
  const moment = new Date(parseInt(asOf, 36))
  if (!part || last.id > MAX_ID || !isSensible(new Date(last.startTime / 1000)) || !isSensible(moment))
    throw new AppError('bad_request', { message: 'Cursor is not valid' })
  return { rank: Number(rank), part: part as Part, last, asOf: moment, words: words ? parseInt(words, 36) : null }
}
