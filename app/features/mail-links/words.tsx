import type { ReactNode } from 'react'
import { counted } from '../../../contract/counted.ts'

export const isThisYourAddress = 'Is this your address?'
export const confirmSoMessagesReach = 'Confirm your email so organisers’ messages reach you.'
export const confirmMyAddress = 'Confirm my address'
export const addressIsConfirmed = 'Your address is confirmed'
export const allSet = 'Thanks, you’re all set.'
export const notFreeAnyMore = (count: number) =>
  `${counted(count, 'of your places is', 'of your places are')} not free any more.`
export const oldPasswordEnded =
  'The old password no longer works, and everyone was signed out. Please choose a new password.'
export const emailPasswordLink = 'Email me a link to set a password'
export const browseEvents = 'Browse Events'
export const yourNewAddress = 'Your new address'
export const fromNowOn = (email: ReactNode) => <>From now on you log in with {email}, and our emails go there.</>
export const logInFirst = 'Please log in first, still with your old address.'
export const logIn = 'Log in'
export const confirmMyNewAddress = 'Confirm my new address'
export const aboutYes = (ends: string) =>
  `“Yes” confirms your address, signs everyone else out and removes every other way in. Enter the account’s password to keep it, or leave this empty if you don’t know it. ${ends}`
export const passwordOptional = 'Password (optional)'
export const accountIsClosed = 'The account is closed'
export const nobodyCanSignIn = 'Nobody can sign in any more'
export const willBeDeleted =
  'Thank you. Nobody can log in to it, and we’ll delete it in 14 days. Until then you can get it back with “Forgot your password?”.'
export const willBeLookedAt =
  'Thank you. This account has published events that people are counting on, so our moderators will look at it.'
export const undoWithin = (minutes: number) =>
  `Was it you after all? Undo within ${minutes} minutes, here or with the same link in the email, and the bookings come back too.`
export const undoItWasMe = 'Undo: it was me'

export const onStandby = 'On standby'
export const givenBack = 'Given back'
export const hasEnded = 'This event has ended'
export const showMyTicket = 'Show my ticket'
export const seeTheEvent = 'See the event'

export const addressStays = 'Your address stays'
export const notBeingChanged =
  'Your email address is not being changed. If you didn’t ask for a change, please set a new password: it signs everyone out.'
export const logInOrSetPassword = 'Log in or set a new password'
export const stopTheChange = 'Stop the change of address?'
export const someoneAsked = 'Someone asked to change your account’s email address. If it wasn’t you, stop it here.'
export const stopThisChange = 'Stop this change'

export const openingLink = 'Opening your link'
export const noLongerValid = 'This link is no longer valid.'
export const didNotWork = 'That did not work'
export const linkNotOpened = 'This link could not be opened. Please try again.'
export const tooOld = 'It’s too old, or a newer email has replaced it. Your tickets are in My Bookings.'
export const myBookings = 'My Bookings'
export const tryAgain = 'Try again'

export const bookingSuccessful = 'Booking Successful! A confirmation email was sent to you.'
export const waitingList = 'Waiting list'
export const noLongerOnList = 'You’re no longer on this waiting list. Places you’ve taken are in My Bookings.'

export const noSurveyOpen = 'There is no survey open now.'

export const unsubscribed = 'You’re unsubscribed'
export const noMoreEmails = (about: string) => `We’ll no longer email you about ${about}.`
export const emailMeAfterAll = 'Email me after all'
