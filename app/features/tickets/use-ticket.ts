import { useCallback, useEffect, useState } from 'react'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { ask } from '../../data/ask.ts'
import { isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'

export type ShownTicket =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'missing' }
  /** isOutdated: asked again without an answer, so what is shown is as it was at checkedAt. */
  | { state: 'loaded'; ticket: OwnTicket; checkedAt: Date; isOutdated: boolean }

/** One's own ticket, looked at again whenever somebody comes back to it: at the door it changes within minutes. */
export function useTicket(ticketId: string) {
  const [shown, setShown] = useState<ShownTicket>({ state: 'loading' })
  const [round, setRound] = useState(0)

  const show = useCallback(
    (ticket: OwnTicket) => setShown({ state: 'loaded', ticket, checkedAt: new Date(), isOutdated: false }),
    [],
  )

  useEffect(() => {
    let isCurrent = true
    ask(async () => (await loadApi()).tickets.get({ params: { ticketId } })).then(
      (ticket) => {
        if (isCurrent) show(ticket)
      },
      (error: unknown) => {
        if (!isCurrent) return
        // An address that names no ticket is answered with 400.
        if (isRefusal(error, 'ticket_not_found') || isRefusal(error, 'bad_request'))
          return setShown({ state: 'missing' })
        setShown((known) => (known.state === 'loaded' ? { ...known, isOutdated: true } : { state: 'failed' }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [ticketId, round, show])

  const reload = useCallback(() => {
    setShown((known) => (known.state === 'loaded' ? known : { state: 'loading' }))
    setRound((count) => count + 1)
  }, [])

  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') setRound((count) => count + 1)
    }
    document.addEventListener('visibilitychange', onReturn)
    addEventListener('online', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      removeEventListener('online', onReturn)
    }
  }, [])

  return { shown, show, reload }
}
