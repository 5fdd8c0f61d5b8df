// The page of a series: what it is, when it takes place, and its coming dates. The same for everybody.
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import type { Series } from '../../../contract/series.ts'
import { readStored } from '../../lib/device-storage.ts'
import { failureSentence } from '../../lib/failure.ts'
import type { HasPicture } from '../../lib/pictures.ts'
import { useSession } from '../../session/session.tsx'
import { FAILED } from './series-words.ts'

export interface SeriesDate extends Pick<
  Event,
  'id' | 'title' | 'language' | 'startTime' | 'endTime' | 'timeZone' | 'venue' | 'isVirtual'
> {
  status: NonNullable<Event['status']>
  /** '10 places left', or why it cannot be booked here. */
  state: string
  /** Paid on its own page, one date at a time. */
  price?: number
  /** Full ones too: people can wait for a seat. */
  canBeTicked: boolean
  /** Of an unlisted one. */
  key?: string
}

type About = Pick<
  Series,
  | 'id'
  | 'key'
  | 'title'
  | 'language'
  | 'description'
  | 'ruleText'
  | 'timeZone'
  | 'creatorId'
  | 'creatorName'
  | 'standingAllowed'
>

export interface ShownSeries extends About {
  /** A draft, or unlisted: there is nothing to follow, and nothing for search engines. */
  isPrivate: boolean
  picture: HasPicture
  nothing: { state: Series['state']; pausedUntil?: string }
  dates: SeriesDate[]
}

export interface SeriesPage {
  askedBy: 'anyone' | 'member'
  series: ShownSeries | null
  problem: string | null
  status: number
}

export const missing = (problem: string, status: number): SeriesPage => ({
  askedBy: 'anyone',
  series: null,
  problem,
  status,
})

/**
 * Without a network the page says so in its place. What is not there for everybody may be the draft of the member who
 * looks.
 */
export async function reloadSeries(
  serverLoader: () => Promise<SeriesPage>,
  askAsMember: () => Promise<SeriesPage>,
): Promise<SeriesPage> {
  try {
    const page = await serverLoader()
    return page.status === 404 && readStored('token') ? { ...(await askAsMember()), askedBy: 'member' } : page
  } catch (error) {
    return missing(failureSentence(error, FAILED), 500)
  }
}

/** The page as rendered is for everybody; once the device says who looks, a member asks whether it is their draft. */
export function useOwnSeries({ series, askedBy, status }: SeriesPage): boolean {
  const { status: session } = useSession()
  const { revalidate } = useRevalidator()
  const mayBeOwn = series === null && status === 404 && askedBy === 'anyone'
  const isOutdated = mayBeOwn && session === 'signed-in'
  useEffect(() => {
    if (isOutdated) void revalidate()
  }, [isOutdated, revalidate])
  return isOutdated || (mayBeOwn && session === 'loading')
}
