// The pages of a public list that somebody has scrolled through, by history entry, so that going back finds the list as it was left.
// In this browser only: it is written to in effects, never while rendering on the server.
import type { CardPage } from './load-list.ts'

const MAX_ENTRIES = 20
const kept = new Map<string, CardPage[]>()

/** An entry of the history has one list, so the pages are of the kind that was kept. */
export const keptPages = <Page extends CardPage>(entry: string) => (kept.get(entry) ?? []) as Page[]

export function keepPages(entry: string, pages: CardPage[]) {
  kept.delete(entry)
  kept.set(entry, pages)
  const oldest = kept.size > MAX_ENTRIES && kept.keys().next().value
  if (oldest) kept.delete(oldest)
}

/** Every event once, where it was seen first. */
export function eventsOf<E extends { id: number }>(pages: { events: E[] }[]): E[] {
  const byId = new Map<number, E>()
  for (const { events } of pages) for (const event of events) if (!byId.has(event.id)) byId.set(event.id, event)
  return [...byId.values()]
}
