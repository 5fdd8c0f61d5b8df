import { buffer } from 'node:stream/consumers'
import { isPublic } from '../../../contract/event-status.ts'
import { seedOfEvent } from '../../../contract/poster.ts'
import type { Deps } from '../../deps.ts'
import { variantKey } from '../../storage/picture.ts'
import { findEvent, type EventRow } from './queries.ts'

const LARGE_ENOUGH = 1600

/** The smallest file of the picture that fills a share picture. */
const fileOf = (imageUrl: string, widths: number[]) =>
  widths.includes(LARGE_ENOUGH) ? variantKey(imageUrl, LARGE_ENOUGH) : imageUrl

/** A published event with a picture that is ours to draw; anything else is as if it were not there. */
export async function findSharedEvent({ db }: Deps, id: number): Promise<EventRow | null> {
  const event = await findEvent(db, id)
  return !event || !isPublic(event) || event.imageUrl?.startsWith('http') ? null : event
}

/** What its share picture is made of. A file that is gone gives way to the poster, as on the page. */
export async function shareSource({ storage }: Deps, { imageUrl, imageWidths, title, posterSeed }: EventRow) {
  const seed = { seed: seedOfEvent({ title, posterSeed }) }
  if (!imageUrl || (await storage.deleted.has(imageUrl))) return seed
  const file = await storage.read(fileOf(imageUrl, imageWidths))
  return file ? { stored: await buffer(file.stream) } : seed
}
