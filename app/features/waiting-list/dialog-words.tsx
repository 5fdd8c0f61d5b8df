import type { ReactNode } from 'react'
import { formOf } from '../../../contract/counted.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { places } from './words.ts'

export function wishText({ numberOfTickets, atLeast, automatic }: WaitingEntry): string {
  const wish = `You’re waiting for ${places(numberOfTickets)}`
  const fewer = atLeast < numberOfTickets ? `, or at least ${atLeast}` : ''
  const next = automatic
    ? `We’ll book ${formOf(numberOfTickets, 'it', 'them')} for you without asking, until 24 hours before the start.`
    : formOf(
        numberOfTickets,
        'We’ll email you when a place comes up and hold it while you decide.',
        'We’ll email you when places come up and hold them while you decide.',
      )
  return `${wish}${fewer}. ${next}`
}

export const aboutFewer = 'If you ask for fewer places you keep your position; if you ask for more you go to the end.'
export const leave = 'Leave the waiting list'
export const youLeft = 'You’ve left the waiting list.'
export const goToPay = (count: number) => `Go to the event to pay for ${formOf(count, 'it', 'them')}`
export const takeAll = (count: number) => formOf(count, 'Take it', `Take all ${count}`)
export const takeSome = (count: number) => `Take ${formOf(count, 'only 1', String(count))}`
export const freeNow = (places: string) => `${places} free now`
export const notHeld = (count: number) =>
  `${formOf(count, 'It is', 'They are')} not held for anyone: the first tap wins.`
export const bookingClosed = 'Booking for this event has closed, so no more places will be offered.'
export const bookingCloses = (time: string, day: string) =>
  `Booking closes at ${time}, ${day}. No places are offered after that.`
export const forYou = (places: string) => `${places} for you`
export const heldUntil = (moment: ReactNode, left: ReactNode) => (
  <>
    Held for you until {moment} {left}
  </>
)
export const noThanks = 'No, thanks'
export const offerExpired =
  'Your offer has expired. You keep your position on the list, but we won’t offer you more until you say you’re still interested.'
export const stillInterested = 'Still interested'

export const waitingLists = 'Waiting lists'

export const waitingList = 'Waiting list'
export const youAreOnIt = 'You’re on the waiting list.'
export const aboutOffers = 'When places come up, we offer them in order of joining and hold them while you decide.'
export const bookingSuccessful = 'Booking Successful! A confirmation email was sent to you.'

export const howManyPlaces = 'How many places?'
export const ifFewerComeUp = 'If fewer come up'
export const allOrNothing = 'All or nothing'
export const atLeast = (places: number) => `At least ${places}`
export const bookForMe = 'Book for me without asking, until 24 hours before'
export const aboutBookForMe = 'Otherwise we’ll ask first, and hold the places while you decide.'
