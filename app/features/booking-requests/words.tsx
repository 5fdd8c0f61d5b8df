import type { ReactNode } from 'react'
import type { QuickWords } from '../../session/login-dialog.tsx'

export const askedFor = (places: ReactNode, day: string) => (
  <>
    You asked for {places} on {day}. The organiser decides, and we’ll email you.
  </>
)
export const aboutRequest = 'A request doesn’t hold a place. If nobody replies, it ends two hours before the start.'
export const withdraw = 'Withdraw my request'
export const declined = (reason: string) => `Your request was declined${reason} You can ask again.`
export const endedWithoutReply = 'Your request ended without a reply.'
export const organiserDecides = 'The organiser of this event decides who comes. We’ll email you their decision.'
export const howManyPlaces = 'How many places?'
export const messageToOrganiser = 'Message to the organiser (optional)'
export const askForPlace = 'Ask for a place'
export const yourRequest = 'Your request'

export const requestsHaveClosed = 'Requests have closed'
export const askedForPlace = 'You asked for a place'

export const logInToAsk = (title: ReactNode) => <>Log in to ask for a place at {title}.</>

export const ASKING: QuickWords = {
  heading: 'Ask with your email',
  act: askForPlace,
  acting: 'Asking...',
  by: 'By asking',
  failed: 'Your request could not be sent. Please try again.',
}
