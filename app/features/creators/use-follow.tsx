import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { readStored } from '../../lib/device-storage.ts'
import { failureSentence, failureStatus } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { useContinued } from '../../session/use-continued.ts'
import { useToast } from '../../ui/toast.tsx'

/** A creator, or a series of theirs. */
export interface Followable {
  kind: 'creator' | 'series'
  id: number
  name: string
  creatorId: number
  /** Above the login dialog. */
  picture: ReactNode
}

const CALLS = {
  creator: ({ creators }: Client, creatorId: number) => ({
    read: () => creators.getFollow({ params: { creatorId } }),
    follow: () => creators.follow({ params: { creatorId } }),
    unfollow: () => creators.unfollow({ params: { creatorId } }),
    news: 'New events are',
  }),
  series: ({ series }: Client, seriesId: number) => ({
    read: () => series.mine({ params: { seriesId } }),
    follow: () => series.follow({ params: { seriesId } }),
    unfollow: () => series.unfollow({ params: { seriesId } }),
    news: 'New dates are',
  }),
}

/** Signed out it opens the login dialog first and goes on after it, as booking does. */
export function useFollow({ kind, id, name, creatorId, picture }: Followable) {
  const { user } = useSession()
  const toast = useToast()
  const navigate = useNavigate()
  const userId = user && user.id !== creatorId ? user.id : null
  const { loaded } = useCall<{ isFollowing: boolean }>(userId, (api) => CALLS[kind](api, id).read())
  /** What was pressed last, and in whose session. */
  const [pressed, setPressed] = useState<{ by: string | null; isFollowing: boolean } | null>(null)
  const isStored = loaded.state === 'loaded' && loaded.value.isFollowing
  const isWanted = pressed !== null && pressed.by === readStored('token') ? pressed.isFollowing : isStored
  const isFollowing = userId !== null && isWanted

  const press = useContinued({
    name: 'follow',
    reason: (
      <p>
        {picture}
        <span>Log in to follow {name}.</span>
      </p>
    ),
    send: async (wanted: boolean) => {
      const by = readStored('token')
      setPressed({ by, isFollowing: wanted })
      try {
        const { follow, unfollow, news } = CALLS[kind](await loadApi(), id)
        await ask(wanted ? follow : unfollow)
        if (wanted)
          toast(`You follow ${name}. ${news} emailed to you, at most once a day.`, {
            action: { label: 'See all', onPress: () => void navigate('/notices#following') },
          })
      } catch (error) {
        setPressed({ by, isFollowing: !wanted })
        if (failureStatus(error) === 401) throw error
        toast(failureSentence(error), { severity: 'error' })
      }
    },
  })

  return { isFollowing, press: () => press(!isFollowing) }
}
