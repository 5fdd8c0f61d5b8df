// What screens with tickets use of keeping them on the device. Its code is loaded when the browser is idle.
import { useEffect } from 'react'
import { useSettings } from '../../lib/settings.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { KeepableTicket } from './offline-ticket.ts'

export { PushSwitch } from './push-switch.tsx'
export type { PushState } from './push.ts'
export type { KeepableTicket } from './offline-ticket.ts'

const load = () => import('./keep-tickets.ts')
// Nobody asked for it; the next visit tries again.
const nothing = () => undefined

/** This ticket as it is now; one that was given back is kept no longer. */
export function useKeptTicket(userId: number | undefined, ticket: KeepableTicket | null) {
  const { keepsTickets } = useSettings()
  useEffect(() => {
    if (!keepsTickets || userId === undefined || !ticket) return
    return whenIdle(() => void load().then(({ keepTicket }) => keepTicket(userId, ticket), nothing))
  }, [keepsTickets, userId, ticket])
}

/** All that somebody has: what is not among them goes. */
export function useKeptTickets(userId: number | undefined, tickets: KeepableTicket[] | null) {
  const { keepsTickets } = useSettings()
  useEffect(() => {
    if (!keepsTickets || userId === undefined || !tickets) return
    return whenIdle(() => void load().then(({ keepTickets }) => keepTickets(userId, tickets), nothing))
  }, [keepsTickets, userId, tickets])
}

/** There is no such ticket any more. */
export const dropKeptTicket = (userId: number, ticketId: number) =>
  void load().then(({ dropTicket }) => dropTicket(userId, ticketId), nothing)
