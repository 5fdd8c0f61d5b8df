// What moderators are shown of events and people.
import { inArray } from 'drizzle-orm'
import type { Event } from '../../../contract/events.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { textsOf } from '../../screening/facts.ts'
import { linkTargetsOf } from '../../screening/link-targets.ts'
import { keyToLookAt } from '../../storage/hidden-pictures.ts'
import { isKey } from '../../storage/picture.ts'
import { toEvent, type EventRow } from '../events/queries.ts'
import { scoreEvents } from '../moderation/module.ts'
import type { Reason } from './urgency.ts'

/** As its creator reads it. The picture of a hidden one is served to moderators alone, and they have to see what it is about. */
export function shownToModerators({ secrets }: Pick<Deps, 'secrets'>, row: EventRow): Event {
  const { key: _, ...event } = toEvent(row, { userId: row.creatorId })
  if (!row.hiddenAt || !row.imageUrl || !isKey(row.imageUrl)) return event
  return { ...event, imageUrl: keyToLookAt(secrets, row.imageUrl), imageSizes: undefined }
}

/** Where the links of an event lead, each once; through redirects as well. */
export const domainsIn = (row: EventRow): string[] => [
  ...new Set(
    textsOf(row)
      .flatMap(linkTargetsOf)
      .map(({ host }) => host),
  ),
]

/** As moderators read them: the whole name. */
export async function namesOf(db: Db, ids: (number | null)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
}

/** What the rules of the score say about these events, by id. */
export async function explain(db: Db, eventIds: number[], now: Date): Promise<Map<number, Reason[]>> {
  const scores = await scoreEvents(db, eventIds, now)
  const pointed = ({ weight: points, sentence }: { weight: number; sentence: string }) => ({ points, sentence })
  return new Map([...scores].map(([id, { reasons }]) => [id, reasons.map(pointed)]))
}
