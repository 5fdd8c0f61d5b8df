import type { ReactNode } from 'react'
import { counted, formOf } from '../../../contract/counted.ts'
import { formatDate } from '../../../contract/dates.ts'
import { SERIES } from '../../../contract/limits.ts'
import type { SeriesBooking } from '../../../contract/series-visitors.ts'
import type { ShownSeries } from './shown-series.ts'

/** Also beside dates: those that people have booked stay, and after a pause it goes on. */
export function stateText({ dates, nothing: { state, pausedUntil }, isPrivate }: ShownSeries): string | null {
  if (state === 'ended') {
    const last = formOf(dates.length, 'This is the last date', 'These are the last dates')
    return dates.length > 0 ? `${last} of this series.` : 'This series has ended.'
  }
  if (pausedUntil) return `This series is paused until ${formatDate(`${pausedUntil}T00:00:00Z`, 'UTC')}.`
  if (dates.length > 0) return null
  const news = isPrivate ? '' : ' Follow this series, and new dates are emailed to you.'
  return `There are no dates at the moment.${news}`
}

export const ofThisDate = 'of this date'
export const youAreGoing = (tickets: string) => `You’re going (${tickets})`
export const onWaitingList = 'On the waiting list'
export const notBooked = 'Not booked'

export const bookSeveralDates = 'Book several dates'
export const ticketsForEachDate = 'Tickets for each date'
export const ifDateIsFull = 'If a date is full'
export const skipIt = 'Skip it'
export const bookNone = 'Book none'
export const tickOne = 'Please tick at least one date.'
export const tickAtMost = (most: number) => `Please tick at most ${most} dates.`
export const bookDates = (count: number) => `BOOK ${count} DATES`

export function chosenText(count: number): string {
  if (count === 0) return `Tick up to ${SERIES.bookedAtOnce} dates.`
  return counted(count, 'date chosen', 'dates chosen')
}

const dates = (count: number) => counted(count, 'date')

/** 'Booked 3 dates. You’re on the waiting list for 1 date.' What was refused says why beside its date. */
export function summaryOf(answers: SeriesBooking[]): string {
  const count = (outcome: SeriesBooking['outcome']) => answers.filter((answer) => answer.outcome === outcome).length
  const [booked, waiting, refused] = [count('booked'), count('waiting'), count('refused')]
  return [
    booked > 0 && `Booked ${dates(booked)}.`,
    waiting > 0 && `You’re on the waiting list for ${dates(waiting)}.`,
    refused > 0 && `${dates(refused)} could not be booked.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export const datesNotBooked = 'Your dates could not be booked. Please try again.'
export const logInToBook = (title: ReactNode) => <>Log in to book your dates of {title}.</>

export const logInForEvery = (title: ReactNode) => <>Log in to be booked for every date of {title}.</>
export const bookMeForEvery = 'Book me for every date'
export const aboutStanding =
  'We’ll book all dates above for you, and new ones before anyone else sees them, as long as there are seats for it. You can give any of them back. It ends when you stop it, when the organiser cancels a booking of yours, or after two dates in a row that you neither came to nor gave back.'
export const ticketsSince = (tickets: string, since: string) => `${tickets} for every date, since ${since}`
export const endThis = 'End this'
export const bookedForEvery =
  'You’re booked for every date with room, and we’ll book new ones for you. You’ll get an email each time.'
export const noNewDates = 'We won’t book new dates for you any more. Your bookings stay.'
