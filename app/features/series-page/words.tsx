import type { ReactNode } from 'react'

export const ofThisDate = 'of this date'

export const bookSeveralDates = 'Book several dates'
export const ticketsForEachDate = 'Tickets for each date'
export const ifDateIsFull = 'If a date is full'
export const bookDates = (count: number) => `BOOK ${count} DATES`

export const logInForEvery = (title: ReactNode) => <>Log in to be booked for every date of {title}.</>
export const bookMeForEvery = 'Book me for every date'
export const aboutStanding =
  'We’ll book all dates above for you, and new ones before anyone else sees them, as long as there are seats for it. You can give any of them back. It ends when you stop it, when the organiser cancels a booking of yours, or after two dates in a row that you neither came to nor gave back.'
export const ticketsSince = (tickets: string, since: string) => `${tickets} for every date, since ${since}`
export const endThis = 'End this'

export const logInToBook = (title: ReactNode) => <>Log in to book your dates of {title}.</>
