import { buffer } from 'node:stream/consumers'
import { AppError } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { seedOfEvent } from '../../../contract/poster.ts'
import { requireSight } from '../../access/sight.ts'
import type { Deps } from '../../deps.ts'
import { variantKey } from '../../storage/picture.ts'
import { findEvent, toEvent, type EventRow } from './queries.ts'

const LARGE_ENOUGH = 1600

/** The smallest file of the picture that fills its part of a card. */
const fileOf = (imageUrl: string, widths: number[]) =>
  widths.includes(LARGE_ENOUGH) ? variantKey(imageUrl, LARGE_ENOUGH) : imageUrl

export interface SharedCard {
  row: EventRow
  /** As everybody reads it. */
  event: Event
}

/** Whatever has a page has a card: a cancelled event says so there as well. */
export async function getSharedCard({ db }: Deps, id: number, key?: string): Promise<SharedCard> {
  const row = await findEvent(db, id)
  if (!row) throw new AppError('event_not_found')
  await requireSight(db, row, null, key)
  return { row, event: toEvent(row, { userId: null, hasBooked: false }) }
}

/** The picture in its card. A file that is gone gives way to the poster, as on the page; one of another host too. */
export async function cardPicture({ storage }: Deps, { imageUrl, imageWidths, title, posterSeed }: EventRow) {
  const seed = { seed: seedOfEvent({ title, posterSeed }) }
  if (!imageUrl || imageUrl.startsWith('http') || (await storage.deleted.has(imageUrl))) return seed
  const file = await storage.read(fileOf(imageUrl, imageWidths))
  return file ? { stored: await buffer(file.stream) } : seed
}
