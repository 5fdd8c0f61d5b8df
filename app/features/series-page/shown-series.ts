// The page of a series: what it is, when it takes place, and its coming dates. The same for everybody.
import type { Event } from '../../../contract/events.ts'
import type { Series } from '../../../contract/series.ts'
import { failureSentence } from '../../lib/failure.ts'
import type { HasPicture } from '../../lib/pictures.ts'

export interface SeriesDate extends Pick<Event, 'id' | 'startTime' | 'endTime' | 'timeZone' | 'venue' | 'isVirtual'> {
  /** Where it was changed by hand. */
  title: string
  status: NonNullable<Event['status']>
  /** '10 places left', or why it cannot be booked here. */
  state: string
  /** Full ones too: people can wait for a seat. */
  canBeTicked: boolean
}

type About = Pick<
  Series,
  'id' | 'title' | 'description' | 'ruleText' | 'timeZone' | 'creatorId' | 'creatorName' | 'standingAllowed'
>

export interface ShownSeries extends About {
  picture: HasPicture
  /** In place of dates, if there are none. */
  nothing: { state: Series['state']; pausedUntil?: string }
  dates: SeriesDate[]
}

export interface SeriesPage {
  series: ShownSeries | null
  problem: string | null
  status: number
}

export const FAILED = 'Failed to load this page. Please try again.'

export const missing = (problem: string | null, status: number): SeriesPage => ({ series: null, problem, status })

/** Without a network the page says so in its place. */
export async function reloadSeries(serverLoader: () => Promise<SeriesPage>): Promise<SeriesPage> {
  try {
    return await serverLoader()
  } catch (error) {
    return missing(failureSentence(error, FAILED), 500)
  }
}
