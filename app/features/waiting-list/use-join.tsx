import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { BOOKING_RETRY_MS, LOGIN_CALLBACK_MS } from '../../../contract/limits.ts'
import { readStored } from '../../lib/device-storage.ts'
import { interruptible, resumedOn, takeResumed } from '../../session/interrupted.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useEntryCalls, type Wish } from './use-entry-calls.ts'

/** What goes on after signing in; a booking's work on the same screen has no such part. */
interface InterruptedJoin {
  waitingList: Wish
}

const joinIn = (work: unknown) => (work as Partial<InterruptedJoin> | null)?.waitingList

interface Options {
  onEntry: (entry: WaitingEntry | null) => void
  openDialog: () => void
  closeDialog: () => void
  reason: () => ReactNode
}

const nothing = () => undefined

/** Joins; signed out it opens the login dialog first and goes on after it, as booking does. */
export function useJoin({ id: eventId, key }: Event, { onEntry, openDialog, closeDialog, reason }: Options) {
  const login = useLoginDialog()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const interrupt = useRef<() => void>(nothing)
  const { join, isBusy, problem } = useEntryCalls({
    eventId,
    onEntry: (entry) => {
      onEntry(entry)
      openDialog()
    },
    onAccepted: nothing,
    // There are places again, or it is over: the page shows how it is now.
    onOutdated: () => {
      openDialog()
      void revalidate()
    },
    onUnauthorized: () => {
      closeDialog()
      interrupt.current()
    },
  })

  const send = (wanted: Wish) => {
    interrupt.current = interruptible(pathname, { waitingList: wanted } satisfies InterruptedJoin)
    void join({ ...wanted, key })
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })

  useEffect(() => {
    if (!joinIn(resumedOn(pathname))) return
    const timer = setTimeout(() => {
      const wanted = joinIn(takeResumed(pathname))
      if (wanted) latest.current(wanted)
    }, BOOKING_RETRY_MS)
    return () => clearTimeout(timer)
  }, [pathname])

  const press = (wanted: Wish) => {
    if (readStored('token')) return send(wanted)
    closeDialog()
    const retry = () => void setTimeout(() => latest.current(wanted), BOOKING_RETRY_MS - LOGIN_CALLBACK_MS)
    const work = { waitingList: wanted } satisfies InterruptedJoin
    login.open({
      mode: 'login',
      onSuccess: retry,
      reason: reason(),
      work,
    })
  }

  return { press, isBusy, problem }
}

export type Join = ReturnType<typeof useJoin>
