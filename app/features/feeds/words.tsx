import type { ReactNode } from 'react'

export const openInCalendar = 'Open in calendar'
export const googleCalendar = 'Google Calendar'
export const addressOfCalendar = 'Address of the calendar'

export const yourBookings = 'Your bookings in your calendar'
export const hereItIs =
  'Here it is. It’s secret, and we only show it now: anyone who has it can see what you’ve booked.'
export const aboutSecretAddress =
  'Make a secret address and add it to your calendar: what you book or give back appears there automatically. A new address replaces the old one, and a new password ends it.'
export const haveAddress = 'You have an address.'
export const noAddressYet = 'You don’t have an address yet.'
export const addressHasEnded = 'The address has ended.'
export const makeAddress = 'Make an address'
export const endAddress = 'End the address'

export const inYourCalendar = (what: ReactNode) => (
  <>{what}, in your own calendar. New events and changes appear automatically.</>
)
export const forFeedReaders = (rss: ReactNode, json: ReactNode) => (
  <>
    For feed readers: {rss} or {json}
  </>
)
export const jsonFeed = 'JSON Feed'
