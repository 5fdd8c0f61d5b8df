import type { ReactNode } from 'react'
import { formOf } from '../../../contract/counted.ts'
import { formatDate, ordinal } from '../../../contract/dates.ts'
import type { SeriesRule } from '../../../contract/series-rule.ts'
import type { OwnField, Series, SeriesPreview } from '../../../contract/series.ts'

const shortDay = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC')

/** 'Every Tuesday. Paused from 1st Dec, 2026 until 29th Dec, 2026.' */
export function stateText(
  { ruleText }: Series,
  { pausedFrom, pausedUntil, endsBefore }: NonNullable<Series['settings']>,
  today: string,
): string {
  if (endsBefore !== null)
    return `${ruleText}. ${endsBefore <= today ? 'Ended' : `Ends before ${shortDay(endsBefore)}`}.`
  if (pausedFrom && pausedUntil && today < pausedUntil)
    return `${ruleText}. Paused from ${shortDay(pausedFrom)} until ${shortDay(pausedUntil)}.`
  return `${ruleText}.`
}

export const endSeries = 'End the series'
export const ACTS = {
  skip: {
    title: 'Leave this date out?',
    text: 'If nobody ever booked it, it’s deleted. Otherwise it’s cancelled, and we’ll tell everyone who booked.',
    button: 'Leave it out',
  },
  pause: {
    title: 'Pause the series',
    text: 'Nothing takes place during the pause. Dates that nobody ever booked are deleted, and come back if you resume early.',
    button: 'Pause',
  },
  end: {
    title: 'End the series?',
    text: 'Nothing takes place from that day on. Dates that nobody ever booked are deleted. You can start the series again later.',
    button: endSeries,
  },
}

export const firstDayWithout = 'First day without a date'
export const startsAgainOn = 'Starts again on'
export const bookedDates = 'Dates that people have booked'
export const stillTakePlace = 'Still take place'
export const areCancelled = 'Are cancelled'
export const messageToGuests = 'Message to your guests (optional)'
export const anExtraDay = 'An extra day'
export const addDay = 'Add day'
export const extraAndLeftOut = 'Extra days and days left out'
export const extraDay = (day: string) => `${day}: extra day`
export const removeDay = (day: string) => `Remove ${day}`
export const dayAdded = (day: string) => `${day} was added.`
export const dayRemoved = (day: string) => `${day} was removed.`
export const dayLeftOut = (day: string) => `${day}: left out`
export const putBackDay = (day: string) => `Put back ${day}`
export const putBack = 'Put back'
export const bookedForEvery = (count: number) => `Booked for every date: ${count}`
export const listNotLoaded = 'This list could not be loaded. Please try again.'
export const seatsSince = (seats: string, since: string) => `${seats}, since ${since}`
export const mayBeBooked = 'People may be booked for every date'
export const aboutMayBeBooked =
  'Each new date is booked for them before others see it. Switched off, this ends for everybody; their bookings stay.'
export const canBeBooked = 'People can now be booked for every date.'
export const nobodyIsBooked = 'Nobody is booked for every date any more.'
export const seatsPerDate = 'Seats per date for this (half if left empty)'
export const saveSeats = 'Save seats'
export const seatsSaved = 'The number of seats is saved.'
export const partsWithPrice = 'Questions, emails, social texts and price'
export const parts = 'Questions, emails and social texts'
export const aboutParts =
  'The other dates can have what you wrote for this one, and so can new dates. Dates with their own keep them.'
export const useForAll = 'Use for all dates'
export const useFromHere = 'Use from this date on'
export const copiedToDates = 'Copied to the dates.'
export const seriesNotLoaded = 'The series could not be loaded. Please try again.'
export const pageOfSeries = 'The page of the series'
export const leaveDateOut = 'Leave this date out'
export const seriesGoesOn = 'The series goes on.'

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
export const often = (unit: SeriesRule['unit'], n: number) => formOf(n, `Every ${unit}`, `Every ${n} ${unit}s`)
export const onWeekdays = 'On these weekdays'

const NTH = ['first', 'second', 'third', 'fourth', 'fifth']
export const dayOfMonth = (date: number) => `The ${ordinal(date)}`
export const nthWeekday = (nth: number, weekday: string) => `The ${NTH[nth - 1]} ${weekday}`
export const lastWeekday = (weekday: string) => `The last ${weekday}`
export const lastDayOfMonth = 'The last day'

export const noEndDate = 'No end date'
export const onADay = 'On a day'
export const lastDay = 'Last day'
export const howManyTimes = 'How many times'
export const extraDayOptional = 'An extra day (optional)'
export const nextDates = 'The next dates'
export const actOnDay = (act: string, day: string) => `${act} ${day}`
export const leaveOut = 'Leave out'
export const enterFirstDate = 'Please enter the start of the first date above.'
export const chooseWeekday = 'Please choose at least one weekday.'
export const chooseLastDay = 'Please choose the last day.'
export const endsBeforeStart = 'The series ends before it starts. Please choose a later end.'
export const sayHowManyTimes = 'Please say how many times.'
export const chooseTimes = 'Please choose from 1 to 520 times.'
export const ruleGivesNoDate = 'This rule gives no date. Please change when it repeats or when it ends.'

const OWN: Record<OwnField, string> = {
  title: 'title',
  description: 'description',
  venue: 'place',
  times: 'time',
  picture: 'picture',
  categories: 'categories',
  accessibility: 'accessibility',
  capacity: 'capacity',
  limits: 'limits of booking',
  access: 'way in',
  texts: 'texts',
  questions: 'questions',
  emails: 'emails',
  posts: 'social texts',
  price: 'price',
  kept: 'day',
}

const listed = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

const WHAT = { new: 'New', changes: 'Changes', stays: 'Stays as it is', 'left-over': 'No longer fits' }

/** 'Changes, keeps its own place, 3 booked' */
export function whatText({ what, keeps, booked }: SeriesPreview['dates'][number]): string {
  return [
    WHAT[what],
    ...(keeps.length > 0 ? [`keeps its own ${listed(keeps.map((field) => OWN[field]))}`] : []),
    ...(booked > 0 ? [`${booked} booked`] : []),
  ].join(', ')
}

export const whatToDoWith = (day: string) => `What to do with ${day}`
export const keepIt = 'Keep it'
export const cancelIt = 'Cancel it'
export const deleteIt = 'Delete it'
export const whichDates = 'Which dates do you want to change?'
export const saveFor = 'Save for'
export const thisDate = 'This date'
export const thisAndFollowing = 'This and following'
export const allDates = 'All dates'
export const aboutSaveFor =
  'The rule sets the days, so only the time of day changes. To move one date, choose This date.'
export const whatHappens = 'What happens to each date'
export const nobodyIsNotified = 'Nobody is notified.'
export const loadLatest = 'Load the latest version'
export const saveThisDate = 'Save this date'
export const saveTheseDates = 'Save these dates'
