import type { Event } from '../../../contract/events.ts'
import type { Deps } from '../../deps.ts'
import { keyToLookAt } from '../../storage/hidden-pictures.ts'
import { isKey } from '../../storage/picture.ts'
import { toEvent, type EventRow } from '../events/queries.ts'

/** As its creator reads it. The picture of a hidden one is served to moderators alone, and they have to see what it is about. */
export function shownToModerators({ secrets }: Pick<Deps, 'secrets'>, row: EventRow): Event {
  const { key: _, ...event } = toEvent(row, { userId: row.creatorId })
  if (!row.hiddenAt || !row.imageUrl || !isKey(row.imageUrl)) return event
  return { ...event, imageUrl: keyToLookAt(secrets, row.imageUrl), imageSizes: undefined }
}
