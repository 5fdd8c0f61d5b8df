import type { ReactNode } from 'react'

export const howManyPlaces = 'How many places?'
export const emailOptional = 'Email address (optional)'
export const noAccount = 'This doesn’t create an account.'
export const askedForTicket = 'They asked for their ticket by email'
export const aboutTicketByEmail = 'We’ll send it with its code and a calendar file. Otherwise we won’t email them.'
export const isOnList = (name: string) => `${name} is on the list.`
export const guestNotAdded = 'The guest could not be added. Please try again.'

export const cancelThisBooking = 'Cancel this booking?'
export const losesPlaces = (guest: ReactNode, places: string, money: ReactNode) => (
  <>
    {guest} loses {places}, and the code no longer lets them in. This can’t be undone.{money}
  </>
)
export const moneyGoesBack = ' What they have paid goes back to them.'
export const reasonIsSent = 'We’ll email them your reason, in your words.'
export const noEmail = 'They won’t get an email, so please tell them yourself.'
export const cancelBooking = 'Cancel booking'
export const bookingNotCancelled = 'The booking could not be cancelled. Please try again.'

export const messageTo = (name: string) => `Message to ${name}`

export const asGuestsRead = 'As your guests will read it'
export const asGuestReads = (name: string) => `As ${name} will read it`
export const replyGoesToOrganiser = 'Reply to this email and it goes to the organiser.'
export const doNotReply =
  'Please don’t reply to this email. Nobody reads this inbox. You can ask the organiser on the event’s page.'
export const eachAlone = (audience: string) =>
  `${audience} Each person gets their own email and can’t see anyone else’s address.`
export const goesToAlone = (name: string) => `Goes to ${name} alone.`
export const sendTo = (name: string) => `Send to ${name}`
export const testToMyself = 'Send me a test'
export const testIsOnItsWay = 'A test is on its way to your own inbox.'
export const messageNotSent = 'The message could not be sent. Please try again.'
export const keepEditing = 'Keep editing'
