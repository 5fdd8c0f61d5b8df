// What a process that will be killed is asked to do with the orders of an event.
import type { Deps } from '../deps.ts'
import type { SessionUser } from '../http/session.ts'
import { cancelOrders } from '../modules/orders/cancelling.ts'
import { placeOrder } from '../modules/orders/commands.ts'
import { lookAt, openCheckout } from '../modules/orders/settling.ts'
import { returnTickets } from '../modules/tickets/returns.ts'
import { sweepEvent } from './till-sweep.ts'

export type TillAct =
  | { name: 'buy'; user: { id: number; email: string }; seats: number; total: number }
  | { name: 'look'; orderId: number }
  | { name: 'sweep' }
  | { name: 'cancel' }
  | { name: 'return'; user: { id: number; email: string }; ticketId: number }

/** Returns the page that the guest was sent to. */
export async function carryOutAct(own: Deps, eventId: number, act: TillAct): Promise<string | undefined> {
  if (act.name === 'buy') {
    const wish = { numberOfTickets: act.seats, payBy: 'card' as const, total: act.total, currency: 'GBP' }
    const { order } = await placeOrder(own, act.user as SessionUser, eventId, { ...wish, idempotencyKey: null })
    return (await openCheckout(own, act.user.id, order.id)).url
  }
  if (act.name === 'look') await lookAt(own, act.orderId)
  if (act.name === 'sweep') await sweepEvent(own, eventId)
  if (act.name === 'cancel') await cancelOrders(own, eventId)
  if (act.name === 'return') await returnTickets(own, act.user as SessionUser, act.ticketId, { idempotencyKey: null })
  return undefined
}
