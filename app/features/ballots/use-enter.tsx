import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { OwnBallotEntry } from '../../../contract/ballots.ts'
import type { Client } from '../../../contract/client.ts'
import type { Event } from '../../../contract/events.ts'
import { BOOKING_RETRY_MS, LOGIN_CALLBACK_MS } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { readStored } from '../../lib/device-storage.ts'
import { failureSentence, failureStatus } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { interruptible, resumedOn, takeResumed } from '../../session/interrupted.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { Title } from '../../ui/title.tsx'
import * as words from './words.tsx'

/** What goes on after signing in. */
interface InterruptedEntry {
  ballotSeats: number
}

const seatsIn = (work: unknown) => (work as Partial<InterruptedEntry> | null)?.ballotSeats

/** Made here, so that the server cannot have chosen it: 128 bits as hexadecimal digits. */
function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface Options {
  onEntry: (entry: OwnBallotEntry | null) => void
  openDialog: () => void
  closeDialog: () => void
}

const nothing = (): void => undefined

/** Enters the ballot; signed out it opens the login dialog first and goes on after it, as booking does. */
export function useEnter(event: Event, { onEntry, openDialog, closeDialog }: Options) {
  const { id: eventId, key } = event
  const login = useLoginDialog()
  const { pathname } = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSending = useRef(false)
  const params = { eventId }

  const send = async (call: (api: Client) => Promise<OwnBallotEntry | null>, onUnauthorized = nothing) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem(null)
    try {
      onEntry(await ask(async () => call(await loadApi())))
      openDialog()
    } catch (error) {
      if (failureStatus(error) === 401) {
        closeDialog()
        onUnauthorized()
      } else {
        setProblem(failureSentence(error))
        openDialog()
      }
    }
    isSending.current = false
    setBusy(false)
  }

  const enter = (seats: number) => {
    const interrupt = interruptible(pathname, { ballotSeats: seats } satisfies InterruptedEntry)
    // Made once for a press: sent as often as it has to be, it is one entry.
    const body = { seats, salt: newSalt(), key }
    void send((api) => api.ballots.enter({ params, body }), interrupt)
  }
  const latest = useRef(enter)
  useEffect(() => {
    latest.current = enter
  })

  useEffect(() => {
    if (seatsIn(resumedOn(pathname)) === undefined) return
    const timer = setTimeout(() => {
      const seats = seatsIn(takeResumed(pathname))
      if (seats !== undefined) latest.current(seats)
    }, BOOKING_RETRY_MS)
    return () => clearTimeout(timer)
  }, [pathname])

  const press = (seats: number) => {
    if (readStored('token')) return enter(seats)
    closeDialog()
    const retry = () => void setTimeout(() => latest.current(seats), BOOKING_RETRY_MS - LOGIN_CALLBACK_MS)
    const reason = <p>{words.logInToEnter(<Title of={event} />)}</p>
    const work = { ballotSeats: seats } satisfies InterruptedEntry
    login.open({ mode: 'login', onSuccess: retry, reason, work })
  }

  const leave = () =>
    send(async (api) => {
      await api.ballots.leave({ params })
      return null
    })

  return { press, leave, isBusy, problem }
}

export type Enter = ReturnType<typeof useEnter>
