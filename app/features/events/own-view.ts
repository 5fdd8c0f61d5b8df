import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '../../session/session.tsx'
import type { FoundEvent } from './find-event.ts'

/**
 * The page as rendered is the same for everybody. Once the device says who looks, those for whom it may differ (a draft's
 * creator, whoever booked a virtual event) ask again with their token.
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
