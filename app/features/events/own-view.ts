import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '../../session/session.tsx'
import { isAnswer, type FoundEvent } from './find-event.ts'

/** The newest answer about this event: one that could not be asked again leaves the page as it is. */
export function useLastAnswer(found: FoundEvent, eventId: string | undefined): FoundEvent {
  const [known, setKnown] = useState({ found, eventId })
  if (known.found === found && known.eventId === eventId) return found
  if (known.eventId === eventId && known.found.event && !isAnswer(found)) return known.found
  setKnown({ found, eventId })
  return found
}

/**
 * The page as rendered is the same for everybody. Once the device says who looks, those for whom it may differ (a draft's
 * creator, somebody who booked a virtual event) ask again with their token.
 */
export function useOwnView({ event, askedBy }: FoundEvent) {
  const { status, user } = useSession()
  const { revalidate } = useRevalidator()
  const isCreator = event !== null && user?.id === event.creatorId
  const mayDiffer = event === null || event.isVirtual || event.isDraft || isCreator
  const isOutdated =
    (status === 'signed-in' && askedBy === 'anyone') || (status === 'signed-out' && askedBy === 'member')

  useEffect(() => {
    if (mayDiffer && isOutdated) void revalidate()
  }, [mayDiffer, isOutdated, revalidate])

  return { isCreator, isAsking: status === 'loading' || isOutdated }
}
