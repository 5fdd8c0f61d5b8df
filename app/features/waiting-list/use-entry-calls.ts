import { useRef, useState } from 'react'
import type { Client } from '../../../contract/client.ts'
import { ApiError } from '../../../contract/api-error.ts'
import type { OwnTicket } from '../../../contract/tickets.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { someoneWasQuicker } from './words.ts'

export interface Wish {
  numberOfTickets: number
  atLeast: number
  automatic: boolean
  /** Of an unlisted event, for joining. */
  key?: string
}

export interface EntryOptions {
  eventId: number
  /** Of an email's link; without one the session's is sent. */
  token?: string
  onEntry: (entry: WaitingEntry | null) => void
  /** Booked: taken by a press, or at once because the entry says to book without asking. */
  onAccepted: (ticket: Pick<OwnTicket, 'id' | 'numberOfTickets'>) => void
  /** Refused: what the screen shows is no longer so. */
  onOutdated: () => void
  /** The session has expired: the login dialog opens by itself. */
  onUnauthorized?: () => void
}

/** What one can do with an entry. A press is carried out once, however often it has to be sent. */
export function useEntryCalls({ eventId, token, onEntry, onAccepted, onOutdated, onUnauthorized }: EntryOptions) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSending = useRef(false)

  const send = async <T>(call: (api: Client) => Promise<T>, done: (answer: T) => void, tooLate?: string) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem(null)
    try {
      done(await ask(async () => call(await loadApi(token))))
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (error instanceof ApiError && error.status === 401 && token === undefined) onUnauthorized?.()
      else setProblem((isRefusal(error, 'offer_expired') && tooLate) || failureSentence(error))
      if (isRefused && error.status !== 401) onOutdated()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const params = { eventId }
  const key = () => ({ 'idempotency-key': randomKey() })
  const end = () => onEntry(null)
  const showEntry = (entry: WaitingEntry) => {
    const { booked } = entry
    if (booked) onAccepted({ id: booked.ticketId, numberOfTickets: booked.numberOfTickets })
    else onEntry(entry)
  }
  const take = (numberOfTickets: number, tooLate?: string) => {
    const headers = key()
    return send((api) => api.waitingList.accept({ params, headers, body: { numberOfTickets } }), onAccepted, tooLate)
  }
  return {
    isBusy,
    problem,
    join: (body: Wish) => {
      const headers = key()
      return send((api) => api.waitingList.join({ params, headers, body }), onEntry)
    },
    change: (body: Wish) => send((api) => api.waitingList.change({ params, body }), showEntry),
    leave: () => send((api) => api.waitingList.leave({ params }), end),
    accept: (numberOfTickets: number) => take(numberOfTickets),
    /** Of the places that nobody holds, where others may be quicker. */
    takeFree: (numberOfTickets: number) => take(numberOfTickets, someoneWasQuicker),
    decline: () => send((api) => api.waitingList.decline({ params }), end),
    resume: () => send((api) => api.waitingList.resume({ params }), showEntry),
  }
}
