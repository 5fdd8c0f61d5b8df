import type { Event } from '../../contract/events.ts'
import { isTrue } from './money.ts'

/** A code five letters at a time from its end, as one reads it out: the last five find it at the door. */
export const spelled = (code: string) => code.replace(/(.)(?=(.{5})+$)/g, '$1 ')

type Venue = Pick<Event, 'venue' | 'isVirtual'>

/** Where a virtual event takes place, for those who may know it; null: a name, or a house in a street. */
export function onlineAddress({ venue, isVirtual }: Venue): { href: string; host: string } | null {
  if (!isTrue(isVirtual) || !/^https?:\/\//i.test(venue) || !URL.canParse(venue)) return null
  return { href: venue, host: new URL(venue).host }
}

/** In one line, as a card shows it: an address of 200 letters is no name. */
export const venueLine = (event: Venue) =>
  onlineAddress(event) ? 'Online event' : event.venue || 'Venue not specified'
