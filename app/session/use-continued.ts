// A press that needs somebody who is signed in: it goes on after the login dialog, after another site's, and after the
// session expired in the middle.
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BOOKING_RETRY_MS, LOGIN_CALLBACK_MS } from '../../contract/limits.ts'
import { readStored } from '../lib/device-storage.ts'
import { failureStatus } from '../lib/failure.ts'
import { interruptible, resumedOn, takeResumed } from './interrupted.ts'
import { useLoginDialog } from './login-dialog.tsx'

interface Options<Wish> {
  /** Tells its work from that of other presses on this screen. */
  name: string
  /** Shown above the login dialog. */
  reason: ReactNode
  /** What it throws but for an expired session is the caller's to show. */
  send: (wish: Wish) => Promise<void>
}

const wishIn = (work: unknown, name: string) => (work as Record<string, unknown> | null)?.[name]

export function useContinued<Wish>({ name, reason, send }: Options<Wish>) {
  const login = useLoginDialog()
  const { pathname } = useLocation()

  const go = async (wish: Wish) => {
    const interrupt = interruptible(pathname, { [name]: wish })
    try {
      await send(wish)
    } catch (error) {
      if (failureStatus(error) !== 401 || readStored('token')) throw error
      interrupt()
    }
  }
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })

  useEffect(() => {
    if (wishIn(resumedOn(pathname), name) === undefined) return
    const timer = setTimeout(() => {
      const wish = wishIn(takeResumed(pathname), name)
      if (wish !== undefined) void latest.current(wish as Wish)
    }, BOOKING_RETRY_MS)
    return () => clearTimeout(timer)
  }, [pathname, name])

  return (wish: Wish) => {
    if (readStored('token')) return void go(wish)
    const retry = () => void setTimeout(() => void latest.current(wish), BOOKING_RETRY_MS - LOGIN_CALLBACK_MS)
    login.open({ mode: 'login', onSuccess: retry, reason, work: { [name]: wish } })
  }
}
