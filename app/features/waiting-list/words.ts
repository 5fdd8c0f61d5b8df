import { counted } from '../../../contract/counted.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'

export const places = (count: number) => counted(count, 'place')

/** What the one button of the event page says. */
export function entryLabel(entry: WaitingEntry | null): string {
  if (!entry) return 'Join the waiting list'
  if (entry.state === 'resting') return 'Still interested?'
  if (entry.state === 'offered' && entry.offer) return `${places(entry.offer.numberOfTickets)} for you`
  return placeText(entry)
}

/** 'Place 4 of 12' */
export const placeText = ({ place, of }: Pick<WaitingEntry, 'place' | 'of'>) => `Place ${place} of ${of}`
