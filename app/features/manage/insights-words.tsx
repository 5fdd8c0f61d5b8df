// What the section Insights says in sentences.
import type { ReactNode } from 'react'
import { counted, formOf } from '../../../contract/counted.ts'
import { WEEKDAY_NAMES } from '../../../contract/series-days.ts'
import type { EventStatus } from '../../../contract/event-status.ts'
import { EXTRA_PLACES_FROM, SURE_IN_WORDS } from '../../../contract/extra-places.ts'
import type { Insights, InsightsOverEvents, TurnoutKind } from '../../../contract/insights.ts'

export const KIND_WORDS: Record<TurnoutKind, string> = {
  coming: 'Said they’re coming',
  late: 'Booked within a day of the start',
  'not-reminded': 'Not reminded yet',
  'reminded-once': 'Reminded once, no answer',
  'reminded-twice': 'Reminded twice, no answer',
}

export const percent = (share: number) => `${Math.round(share * 100)}%`

export const outOf = (some: number | string, all: number | string) => `${some} of ${all}`
export const fromTo = (from: string, to: string) => `${from} to ${to}`

const rangeText = ({ low, high }: { low: number; high: number }) =>
  low === high ? low.toLocaleString('en') : fromTo(low.toLocaleString('en'), high.toLocaleString('en'))

export const expectedText = (range: { low: number; high: number; seats: number }) =>
  outOf(rangeText(range), range.seats.toLocaleString('en'))

export function restsOn({ past }: NonNullable<Insights['turnout']>): string {
  const usual = 'We’re 80% sure it will be in this range, based on'
  if (!past) return `${usual} typical turnout. You have no past events with a door yet.`
  return `${usual} typical turnout and past events by this creator (${percent(past.rate)} came).`
}

/** Why so many can be booked, in the organiser's own numbers. */
export function extraPlacesText(
  { roomSize, sureness, events, rate }: NonNullable<Insights['extraPlaces']>,
  capacity: number,
): string {
  if (events < EXTRA_PLACES_FROM || rate === null)
    return `You can have extra places after ${EXTRA_PLACES_FROM} of your events with a door. So far there ${formOf(events, 'was 1', `were ${events || 'none'}`)}.`
  const seen = `At your last ${events} events with a door, about ${Math.round(roomSize * rate)} of ${roomSize} booked people came.`
  if (capacity <= roomSize) return `${seen} More than ${roomSize} bookings wouldn’t be safe for a room of ${roomSize}.`
  return `${seen} So ${capacity} places can be booked for ${roomSize} seats: at least ${SURE_IN_WORDS[sureness]} people who come with a booking get in.`
}

/** How wrong it was. */
export function outcomeText({ low, high, came }: NonNullable<Insights['forecast']>): string {
  if (came === 0) return 'Nobody was let in at a door, so we don’t know how many came.'
  const said = `${came.toLocaleString('en')} of them came`
  if (came < low) return `${said}: ${low - came} fewer than the range.`
  if (came > high) return `${said}: ${came - high} more than the range.`
  return `${said}, as expected.`
}

type Source = Insights['sources'][number]

/** 'letter · email · May, from news.example' */
export function sourceText({ site, source, medium, campaign, term, content }: Source): string {
  const tags = [source, medium, campaign, term, content].filter(Boolean).join(' · ')
  if (tags && site) return `${tags}, from ${site}`
  return tags || site || 'Direct or unknown'
}

/** What the chart shows, for those who cannot see it; the table beneath has all of it. */
export function chartText(days: Insights['days'], dayWords: (day: string) => string): string {
  const sum = (of: 'booked' | 'givenBack') => days.reduce((total, day) => total + day[of], 0)
  const best = days.reduce((top, day) => (day.booked > top.booked ? day : top))
  return `${sum('booked')} tickets booked and ${sum('givenBack')} given back. Most were booked on ${dayWords(best.day)}: ${best.booked}.`
}

function outcomeOf({ came, forecast }: InsightsOverEvents['events'][number]): string {
  if (came === null || !forecast) return ''
  return forecast.held ? ', and that many came' : came > forecast.high ? ', more came' : ', fewer came'
}

/** What else is known of an event, in a few words each. */
export function factsOf(event: InsightsOverEvents['events'][number]): string[] {
  const { givenBack, waiting, isOver, forecast, people } = event
  return [
    givenBack > 0 && `${givenBack} given back`,
    waiting > 0 && `${waiting} ${isOver ? 'waited' : 'waiting'}`,
    forecast && `${rangeText(forecast)} expected${outcomeOf(event)}`,
    people && `${people.firstTime} for the first time, ${people.backAgain} back again`,
  ].filter((fact) => typeof fact === 'string')
}

const were = (count: number) => counted(count, 'was', 'were')

export function filledText({
  givenBack,
  offered,
  taken,
  came,
  medianMinutes,
}: InsightsOverEvents['filledAgain']): string {
  if (givenBack === 0) return 'No places were given back at your past events.'
  const back = `${counted(givenBack, 'place was', 'places were')} given back.`
  if (offered === 0) return `${back} None was offered to people waiting.`
  const after = medianMinutes === null ? '' : `, usually ${counted(medianMinutes, 'minute')} after we offered it`
  return `${back} ${were(offered)} offered to people waiting, who took ${taken}${after}. ${were(came).replace(' ', ' of those ')} used.`
}

export function adviceText(advice: InsightsOverEvents['advice'][number]): string {
  const { weekday, events, booked, came, chairs, bookings } = advice
  const seen = `On ${WEEKDAY_NAMES[weekday - 1]}s ${percent(came / booked)} came (${came} of ${booked} places, ${events} events).`
  if (bookings <= chairs) return `${seen} For ${chairs} chairs, don’t take more than ${chairs} bookings.`
  return `${seen} For ${chairs} chairs you could take ${bookings} bookings: then ${rangeText(advice)} will probably come, and nine times out of ten everyone gets a chair.`
}

export const nobodyHasBooked = 'Nobody has booked yet.'
export const bookedPeak = (count: number) => `Booked (peak: ${count})`
export const givenBackPeak = (count: number) => `Given back (peak: ${count})`
export const byDayAsTable = 'Bookings by day as a table'
export const givenBack = 'Given back'
export const letIn = 'Let in'
export const requestsAccepted = 'Requests accepted'

export const whereBookingsCameFrom = 'Where bookings came from'
export const loadingInsights = 'Loading insights'
export const insightsNotLoaded = 'The insights could not be loaded.'
export const bookingsByDay = 'Bookings by day'
export const whereTheyCameFrom = 'Where they came from'
export const seeAllEvents = 'See all your events'

export const showAll = (count: string) => `Show all ${count} events`
export const whoComesAgain = 'People who come again'
export const atLastEvents = 'At your last ten events with a door'
export const cameToOne = 'Came to one'
export const cameToMore = 'Came to more than one'
export const peopleAtLastEvents = 'People at your last ten events with a door'
export const aboutComingAgain =
  'We show these counts once at least 5 people have come once and at least 5 have come again.'
export const wherePeopleCameFrom = 'Where people came from'
export const aboutWhere = 'Once people have been let in at a door, you’ll see here what brought them.'
export const makeNamedLink =
  'For a poster or a newsletter, open an event above and make a link with a name. Its bookings are listed here.'
export const howManyBookings = 'How many bookings to take'
export const aboutAdvice = 'After three events on the same weekday with a door, you’ll find advice here.'
export const downloadCsv = 'Download CSV'
export const fileNotPrepared = 'Your file could not be prepared. Please try again.'
export const noEventsYet = 'Once you’ve published an event, you’ll see here how many people book and come.'
export const createEvent = 'Create Event'
export const turnoutByEvent = 'Turnout by event'
export const comingUp = 'Coming up'
export const placesFilled = 'Places filled again'

export const willComeText = (count: ReactNode, range: ReactNode) => (
  <>
    {count} will probably come{range}
  </>
)
export const aboutEstimate = (basis: string) => `${basis} It’s about the whole event, never about one person.`
export const howWeGotThis = 'How we got this'
export const howWeGotTurnout = 'How we got the expected turnout'
export const wereExpected = (count: ReactNode, range: ReactNode) => (
  <>
    {count} were expected when it started{range}
  </>
)
export const inSoFar = (count: string) => `${count} of them are in so far.`
export const hadNoEstimate = 'We had no estimate when it started.'
export const onceBooked = 'Once someone has booked, you’ll see here how many will come.'
/** Why there is no range. */
export const NO_RANGE: Partial<Record<EventStatus, string>> = {
  cancelled: 'It’s cancelled, so nobody is expected.',
  postponed: 'Once it has a new date, you’ll see here how many will come.',
}
export const turnoutOfPast = 'Turnout of past events'

export const makePosterLink = 'Make a link for a poster or a newsletter'
export const aboutPosterLink = 'Such as “Library poster”. Bookings through this link are counted under it.'
export const linkFor = (name: string) => `Link for ${name}`
export const qrCodeFor = (name: string) => `QR code for ${name}`
export const printPosterWithCode = 'Print a poster with this code'

export const aboutOverEvents = 'Your events from the last two years'
