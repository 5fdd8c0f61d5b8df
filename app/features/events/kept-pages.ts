// The pages somebody has scrolled through, by history entry, so that going back finds the list as it was left.
// In this browser only: it is written to in effects, never while rendering on the server.
import type { EventCardData } from './card-data.ts'
import type { EventListPage } from './load-list.ts'

const MAX_ENTRIES = 20
const kept = new Map<string, EventListPage[]>()

/** An entry belongs to one screen, so that what it shows is what was kept for it. */
export const keptPages = <Shown extends EventCardData = EventCardData>(entry: string): EventListPage<Shown>[] =>
  (kept.get(entry) ?? []) as EventListPage<Shown>[]

export function keepPages(entry: string, pages: EventListPage[]) {
  kept.delete(entry)
  kept.set(entry, pages)
  const oldest = kept.size > MAX_ENTRIES && kept.keys().next().value
  if (oldest) kept.delete(oldest)
}

/** Every event once, where it was seen first. */
export function eventsOf<Shown extends EventCardData>(pages: EventListPage<Shown>[]): Shown[] {
  const byId = new Map<number, Shown>()
  for (const { events } of pages) for (const event of events) if (!byId.has(event.id)) byId.set(event.id, event)
  return [...byId.values()]
}
