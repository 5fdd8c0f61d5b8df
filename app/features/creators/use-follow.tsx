import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../../contract/api-error.ts'
import type { Creator } from '../../../contract/creators.ts'
import { BOOKING_RETRY_MS } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { readStored } from '../../lib/device-storage.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { interruptible, resumedOn, takeResumed } from '../../session/interrupted.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'

/** What goes on after signing in. */
interface InterruptedFollow {
  /** false: to follow no more. */
  follow: boolean
}

const followIn = (work: unknown) => (work as Partial<InterruptedFollow> | null)?.follow

/** Signed out it opens the login dialog first and goes on after it, as booking does. */
export function useFollow({ id: creatorId, name }: Pick<Creator, 'id' | 'name'>) {
  const { user } = useSession()
  const login = useLoginDialog()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const userId = user && user.id !== creatorId ? user.id : null
  const params = { creatorId }
  const { loaded } = useCall(userId, (api) => api.creators.getFollow({ params }))
  /** What was pressed last, and in whose session. */
  const [pressed, setPressed] = useState<{ by: string | null; isFollowing: boolean } | null>(null)
  const isStored = loaded.state === 'loaded' && loaded.value.isFollowing
  const isWanted = pressed !== null && pressed.by === readStored('token') ? pressed.isFollowing : isStored
  const isFollowing = userId !== null && isWanted

  const send = async (wanted: boolean) => {
    const by = readStored('token')
    setPressed({ by, isFollowing: wanted })
    const interrupt = interruptible(pathname, { follow: wanted } satisfies InterruptedFollow)
    try {
      await ask(async () => {
        const { creators } = await loadApi()
        return wanted ? creators.follow({ params }) : creators.unfollow({ params })
      })
      if (wanted)
        toast(`You follow ${name}. New events are mailed to you, at most once a day.`, {
          action: { label: 'See all', onPress: () => void navigate('/notices#following') },
        })
    } catch (error) {
      setPressed({ by, isFollowing: !wanted })
      if (error instanceof ApiError && error.status === 401 && !readStored('token')) interrupt()
      else toast(failureSentence(error, 'That did not work. Please try again.'), { severity: 'error' })
    }
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })

  useEffect(() => {
    if (followIn(resumedOn(pathname)) === undefined) return
    const timer = setTimeout(() => {
      const wanted = followIn(takeResumed(pathname))
      if (wanted !== undefined) void latest.current(wanted)
    }, BOOKING_RETRY_MS)
    return () => clearTimeout(timer)
  }, [pathname])

  const press = () => {
    if (readStored('token')) return void send(!isFollowing)
    const reason = <p>Sign in and you follow {name}.</p>
    const work = { follow: true } satisfies InterruptedFollow
    login.open({ mode: 'login', onSuccess: () => void latest.current(true), reason, work })
  }

  return { isFollowing, press }
}
