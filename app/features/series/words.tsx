import type { ReactNode } from 'react'

export const firstDayWithout = 'First day without a date'
export const startsAgainOn = 'Starts again on'
export const bookedDates = 'Dates that people have booked'
export const messageToGuests = 'Message to your guests (optional)'
export const anExtraDay = 'An extra day'
export const addDay = 'Add day'
export const extraAndLeftOut = 'Extra days and days left out'
export const extraDay = (day: string) => `${day}: extra day`
export const removeDay = (day: string) => `Remove ${day}`
export const dayLeftOut = (day: string) => `${day}: left out`
export const putBackDay = (day: string) => `Put back ${day}`
export const putBack = 'Put back'
export const bookedForEvery = (count: number) => `Booked for every date: ${count}`
export const listNotLoaded = 'This list could not be loaded. Please try again.'
export const seatsSince = (seats: string, since: string) => `${seats}, since ${since}`
export const mayBeBooked = 'People may be booked for every date'
export const aboutMayBeBooked =
  'Each new date is booked for them before others see it. Switched off, this ends for everybody; their bookings stay.'
export const seatsPerDate = 'Seats per date for this (half if left empty)'
export const saveSeats = 'Save seats'
export const partsWithPrice = 'Questions, emails, social texts and price'
export const parts = 'Questions, emails and social texts'
export const aboutParts =
  'The other dates can have what you wrote for this one, and so can new dates. Dates with their own keep them.'
export const useForAll = 'Use for all dates'
export const useFromHere = 'Use from this date on'
export const seriesNotLoaded = 'The series could not be loaded. Please try again.'
export const pageOfSeries = 'The page of the series'
export const leaveDateOut = 'Leave this date out'
export const endSeries = 'End the series'

export const oneDateOfSeries = 'One date of a series.'
export const whenYouSave = (title: ReactNode, rule: string) => (
  <>
    {title} {rule} When you save, you choose which dates you want to change.
  </>
)
export const changeRule = 'Change when it repeats'
export const aboutChangeRule = 'Dates that no longer fit are listed before anything is saved.'

export const aboutRepeats = 'Every date has its own page, seats and bookings. Dates are made twelve weeks ahead.'
export const aboutSurvey = 'A survey that you write belongs to the first date.'

export const howOften = 'How often'
export const onWeekdays = 'On these weekdays'
export const lastDay = 'Last day'
export const howManyTimes = 'How many times'
export const extraDayOptional = 'An extra day (optional)'
export const nextDates = 'The next dates'
export const actOnDay = (act: string, day: string) => `${act} ${day}`
export const leaveOut = 'Leave out'
export const enterFirstDate = 'Please enter the start of the first date above.'

export const whatToDoWith = (day: string) => `What to do with ${day}`
export const keepIt = 'Keep it'
export const cancelIt = 'Cancel it'
export const deleteIt = 'Delete it'
export const whichDates = 'Which dates do you want to change?'
export const saveFor = 'Save for'
export const aboutSaveFor =
  'The rule sets the days, so only the time of day changes. To move one date, choose This date.'
export const whatHappens = 'What happens to each date'
export const nobodyIsNotified = 'Nobody is notified.'
export const loadLatest = 'Load the latest version'
export const saveThisDate = 'Save this date'
export const saveTheseDates = 'Save these dates'
