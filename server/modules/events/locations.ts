// Where an event is: in the town that its creator chose, else in the one that its venue names.
import { and, eq, isNull } from 'drizzle-orm'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { findTown, townOfVenue, type Town } from '../geo/module.ts'
import type { EventRow } from './queries.ts'

export interface EventLocation {
  /** '': none is known. */
  town: string
  latitude: number | null
  longitude: number | null
}

interface Asked {
  town?: string | null | undefined
  venue: string
  timeZone: string
  isVirtual: boolean
}

const NOWHERE: EventLocation = { town: '', latitude: null, longitude: null }

const locationIn = (town: Town | null): EventLocation =>
  town ? { town: town.city, latitude: town.lat, longitude: town.lng } : NOWHERE

const isUnmoved = (asked: Asked, present: EventRow) =>
  !present.isVirtual && asked.venue === present.venue && asked.timeZone === present.timeZone

/** Keeps the town unless something says otherwise: the creator may have chosen one that the venue does not name. */
function staysPut(asked: Asked, present: EventRow): boolean {
  if (present.isVirtual || present.town === null) return false
  if (asked.town) return asked.town === present.town
  return isUnmoved(asked, present) && (asked.town === undefined || present.town === '')
}

export function locationOf(asked: Asked, present?: EventRow): EventLocation {
  if (asked.isVirtual) return NOWHERE
  if (present && staysPut(asked, present))
    return { town: present.town ?? '', latitude: present.latitude, longitude: present.longitude }
  if (!asked.town) {
    const location = locationIn(townOfVenue(asked.venue, asked.timeZone))
    // Coordinates from before there were towns are nearer to the truth than the town's.
    const hasOwn = present?.town === null && present.latitude !== null && isUnmoved(asked, present)
    return hasOwn ? { ...location, latitude: present.latitude, longitude: present.longitude } : location
  }
  const town = findTown(asked.town, asked.timeZone)
  if (!town) throw new AppError('town_unknown')
  return locationIn(town)
}

// About 50 ms of database time, then others get a turn.
const EVENTS_AT_ONCE = 200

/** Events from before there were towns, and those that an instance of the version before has stored. */
export async function locateEvents({ db }: Deps): Promise<number> {
  let located = 0
  for (;;) {
    const rows = await db.select().from(events).where(isNull(events.town)).orderBy(events.id).limit(EVENTS_AT_ONCE)
    await db.transaction(async (tx) => {
      for (const row of rows) {
        await tx
          .update(events)
          .set(locationOf({ ...row, town: null }, row))
          .where(and(eq(events.id, row.id), isNull(events.town)))
        // Searching all names takes a few milliseconds.
        await nextTurn()
      }
    })
    located += rows.length
    if (rows.length < EVENTS_AT_ONCE) return located
    await nextTurn()
  }
}
