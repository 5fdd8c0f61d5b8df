import { counted } from '../../../contract/counted.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'

export const places = (count: number) => counted(count, 'place')

export const join = 'Join the waiting list'

/** What the one button of the event page says. */
export function entryLabel(entry: WaitingEntry | null): string {
  if (!entry) return join
  if (entry.state === 'resting') return 'Still interested?'
  if (entry.state === 'offered' && entry.offer) return `${places(entry.offer.numberOfTickets)} for you`
  return placeText(entry)
}

/** 'Place 4 of 12' */
export const placeText = ({ place, of }: Pick<WaitingEntry, 'place' | 'of'>) => `Place ${place} of ${of}`

export const someoneWasQuicker =
  'Someone was quicker, and there are no places left. You stay on the list: if another one comes up, we’ll tell you.'
