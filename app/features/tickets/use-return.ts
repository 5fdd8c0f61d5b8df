import { useRef, useState } from 'react'
import type { Client } from '../../../contract/client.ts'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'

/** After these the booking is not what the screen shows. */
const OUTDATED = ['booking_changed', 'already_in', 'places_sent', 'place_used'] as const

export interface Given {
  /** All of them, those in `places` too. */
  numberOfTickets: number
  /** Friends' places. */
  places?: number[]
}

export interface ReturnOptions {
  ticketId: number
  /** Of an email's link; without one the session's is sent. */
  token?: string
  onChange: (ticket: OwnTicket) => void
  /** The booking is not what the screen shows. */
  onOutdated: () => void
}

/** Giving seats back and taking that back. A press is carried out once, however often it has to be sent. */
export function useReturn({ ticketId, token, onChange, onOutdated }: ReturnOptions) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSending = useRef(false)

  const send = async (call: (api: Client) => Promise<OwnTicket>) => {
    // The buttons are disabled a render later; a second press of the same moment ends here.
    if (isSending.current) return false
    isSending.current = true
    setBusy(true)
    setProblem(null)
    try {
      onChange(await ask(async () => call(await loadApi(token))))
      return true
    } catch (error) {
      setProblem(failureSentence(error))
      if (OUTDATED.some((code) => isRefusal(error, code))) onOutdated()
      return false
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const params = { ticketId }
  return {
    isBusy,
    problem,
    /** Returns whether it was done. The number is always sent: a friend whom the screen does not know of loses nothing. */
    giveBack: (given: Given, of: number) => {
      const headers = { 'idempotency-key': randomKey() }
      return send((api) => api.tickets.return({ params, headers, body: { ...given, of } }))
    },
    undo: () => {
      const headers = { 'idempotency-key': randomKey() }
      return send((api) => api.tickets.undoReturn({ params, headers }))
    },
    answer: (coming: boolean) => send((api) => api.tickets.answer({ params, body: { coming } })),
  }
}
