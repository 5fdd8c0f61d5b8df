import { counted, formOf } from '../../../contract/counted.ts'
import type { Guest, WaitingGuest } from '../../../contract/guests.ts'
import { nobodyHasBooked } from './insights-words.tsx'

export const places = (count: number) => counted(count, 'place')

const people = (count: number) => counted(count, 'person', 'people')

interface Counts {
  bookings: number
  tickets: number
  coming: number
  admitted: number
  waiting: number
}

/** '42 places in 30 bookings. 12 said that they are coming, 3 are in.' */
export function countsText({ bookings, tickets, coming, admitted }: Counts): string {
  if (bookings === 0) return nobodyHasBooked
  const more = [
    coming > 0 ? `${coming} said they’re coming` : '',
    admitted > 0 ? `${counted(admitted, 'is', 'are')} in` : '',
  ].filter(Boolean)
  const booked = `${places(tickets)} in ${counted(bookings, 'booking')}.`
  return more.length > 0 ? `${booked} ${more.join(', ')}.` : booked
}

/** '2 places, 1 for Aoife' */
export const placesText = ({ numberOfTickets, friends }: Guest) =>
  [places(numberOfTickets), ...friends.map((name) => `1 for ${name}`)].join(', ')

/** 'coming, 1 of 2 in'. Who is in has answered, and after the end nobody is asked any more. */
export function presenceText({ numberOfTickets, coming, admitted, isByName }: Guest, isOver: boolean): string {
  const isIn = admitted === 0 ? '' : admitted >= numberOfTickets ? 'all in' : `${admitted} of ${numberOfTickets} in`
  const answer = coming ? 'coming' : isByName || isOver || admitted > 0 ? '' : 'no answer yet'
  return [answer, numberOfTickets === 1 && admitted === 1 ? 'in' : isIn].filter(Boolean).join(', ')
}

/** '2 places, 1 for Aoife, coming, 1 of 2 in' */
export const guestText = (guest: Guest, isOver: boolean) =>
  [placesText(guest), presenceText(guest, isOver)].filter(Boolean).join(', ')

/** 'Which meal? Vegan', and 'Not answered: Which days?' */
export function answerLines({ answers = [], unanswered = [] }: Guest): string[] {
  const given = answers.map(({ question, answer }) => `${question} ${answer.join(', ')}`)
  return unanswered.length > 0 ? [...given, `Not answered: ${unanswered.join(', ')}`] : given
}

/** 'Wants 4 places, or at least 2' */
export function wishText({ numberOfTickets, atLeast, automatic }: WaitingGuest): string {
  const fewer = atLeast < numberOfTickets ? `, or at least ${atLeast}` : numberOfTickets > 1 ? ', all or nothing' : ''
  return `Wants ${places(numberOfTickets)}${fewer}${automatic ? ', booked without asking' : ''}`
}

export function stateText({ state, offer }: WaitingGuest): string {
  if (offer) return `${counted(offer.numberOfTickets, 'place is', 'places are')} offered to them`
  return state === 'resting' ? 'Their offer expired; we won’t offer more until they say they’re still interested' : ''
}

const times = (count: number) => (count === 2 ? 'twice' : formOf(count, 'once', `${count} times`))

/** Why others got places that became free: fewer came than this wish can use. */
export function passedOverText({ passedOver, atLeast }: WaitingGuest): string {
  if (!passedOver) return ''
  const why = `Passed over ${times(passedOver.times)}: fewer places came up at once than the ${atLeast} they need`
  return passedOver.saved > 0 ? `${why}. ${counted(passedOver.saved, 'place is', 'places are')} saved up for them` : why
}

export const waitingCount = (waiting: number) => (waiting === 0 ? 'Nobody is waiting.' : `${people(waiting)} waiting.`)

export const messageGuest = (name: string) => `Message ${name}`
export const removeGuest = (name: string) => `Remove ${name}`
export const addedByName = 'Added by name'
export const bookedOn = (day: string) => `· booked ${day}`
export const waitingList = 'Waiting list'

export const fullListCsv = 'Full list (CSV)'
export const purchasersCsv = 'Purchasers (CSV)'
export const listNotDownloaded = 'The list could not be downloaded. Please try again.'
export const newestFirst = 'Newest first'
export const byName = 'By name'
export const notInYetFirst = 'Not in yet first'
export const guestsNotLoaded = 'The guest list could not be loaded.'
export const loadingGuests = 'Loading the guest list'
export const shareOrAdd = 'Share the event’s link, or add people yourself.'
export const addGuest = 'Add a guest'
export const searchGuests = 'Search by name or email'
export const outOfDate = 'That could not be loaded. What you see may be out of date.'
export const nobodyFound = (name: string) => `Nobody found for “${name}”.`
export const moreGuests = 'More guests'
export const aboutWaitingList = (count: string) => `${count} Places that come up are offered in this order.`
export const showMore = 'Show more'

export const chooseRequest = (name: string) => `Choose the request of ${name}`
export const askedOn = (day: string) => `· asked ${day}`
export const chooseAll = 'Choose all'
export const messageToThem = 'Message to them (optional)'
export const messageIsSent = 'We’ll put it in the email, in your words.'
export const loadingRequests = 'Loading the requests'
export const requestsNotLoaded = 'The requests could not be loaded.'
export const nobodyIsWaiting = 'Nobody is waiting for a reply.'
export const requestsWaiting = (open: number) => `${open} waiting for a reply, first come first.`
export const requestsDecided = (accepted: number, declined: number) => `${accepted} accepted, ${declined} declined.`
export const aboutRequests = 'A request doesn’t hold a place, and ends two hours before the start.'
export const moreWillFollow = (count: number) => `${count} more will follow once you’ve decided these.`

export const whoIsNotIn = 'Who isn’t in yet'
export const notInYet = 'Not in yet'
export const listHasOthers = 'The guest list has the others.'
export const messageNotIn = 'Message those who aren’t in yet'
