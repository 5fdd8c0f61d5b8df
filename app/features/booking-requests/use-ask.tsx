import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { ApiError } from '../../../contract/api-error.ts'
import type { Event } from '../../../contract/events.ts'
import { BOOKING_RETRY_MS, LOGIN_CALLBACK_MS } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { readStored } from '../../lib/device-storage.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { interruptible, resumedOn, takeResumed } from '../../session/interrupted.ts'
import { useLoginDialog, type QuickPerson, type QuickReply } from '../../session/login-dialog.tsx'
import { EventPicture } from '../events/slot.tsx'
import { Title } from '../../ui/title.tsx'
import * as words from './words.tsx'

export interface Wish {
  numberOfTickets: number
  text: string
}

/** What goes on after signing in; a booking's work on the same screen has no such part. */
interface InterruptedAsking {
  bookingRequest: Wish
}

const askedIn = (work: unknown) => (work as Partial<InterruptedAsking> | null)?.bookingRequest

interface Options {
  /** Sent, withdrawn or refused: what the screen shows is no longer so. */
  onChange: () => void
  openDialog: () => void
  closeDialog: () => void
}

const nothing = (): void => undefined

/** Asks for a place; signed out it opens the login dialog first and goes on after it, as booking does. */
export function useAsk(event: Event, { onChange, openDialog, closeDialog }: Options) {
  const { id: eventId, key } = event
  const login = useLoginDialog()
  const { pathname } = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSending = useRef(false)

  const send = async (call: (api: Client) => Promise<unknown>, onSent: () => void, onUnauthorized = nothing) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem(null)
    try {
      await ask(async () => call(await loadApi()))
      onChange()
      onSent()
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401
      if (isSignedOut) {
        closeDialog()
        onUnauthorized()
      } else {
        setProblem(failureSentence(error))
        openDialog()
        onChange()
      }
    }
    isSending.current = false
    setBusy(false)
  }

  const params = { eventId }
  const sendWish = (wish: Wish) => {
    const interrupt = interruptible(pathname, { bookingRequest: wish } satisfies InterruptedAsking)
    // Sent as often as it has to be, it asks once.
    const headers = { 'idempotency-key': randomKey() }
    const body = { numberOfTickets: wish.numberOfTickets, key, ...(wish.text.trim() && { text: wish.text }) }
    void send((api) => api.bookingRequests.ask({ params, headers, body }), openDialog, interrupt)
  }
  const latest = useRef(sendWish)
  useEffect(() => {
    latest.current = sendWish
  })

  useEffect(() => {
    if (!askedIn(resumedOn(pathname))) return
    const timer = setTimeout(() => {
      const wish = askedIn(takeResumed(pathname))
      if (wish) latest.current(wish)
    }, BOOKING_RETRY_MS)
    return () => clearTimeout(timer)
  }, [pathname])

  /** With name and email: makes account and session only, and the request is sent after it. */
  const enterQuickly = async ({ numberOfTickets }: Wish, person: QuickPerson): Promise<QuickReply> => {
    const { tickets } = await loadApi()
    const reply = await tickets.quick({ body: { eventId, numberOfTickets, key, ...person } })
    return 'access_token' in reply ? { token: reply.access_token, ticket: reply.ticket } : 'code-sent'
  }

  const press = (wish: Wish) => {
    if (readStored('token')) return sendWish(wish)
    closeDialog()
    const retry = () => void setTimeout(() => latest.current(wish), BOOKING_RETRY_MS - LOGIN_CALLBACK_MS)
    const work = { bookingRequest: wish } satisfies InterruptedAsking
    const reason = (
      <p>
        <EventPicture event={event} sizes="72px" width={72} />
        <span>{words.logInToAsk(<Title of={event} />)}</span>
      </p>
    )
    const quick = (person: QuickPerson) => enterQuickly(wish, person)
    login.open({ mode: 'login', onSuccess: retry, reason, work, quick, quickWords: words.ASKING })
  }

  return {
    press,
    withdraw: () => send((api) => api.bookingRequests.withdraw({ params }), closeDialog),
    isBusy,
    problem,
  }
}

export type Ask = ReturnType<typeof useAsk>
