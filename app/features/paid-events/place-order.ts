// From the last press to an order, and to the page on which it is paid.
import type { Client } from '../../../contract/client.ts'
import type { Event } from '../../../contract/events.ts'
import type { PayBy } from '../../../contract/order-words.ts'
import { failureSentence } from '../../lib/failure.ts'
import { paymentPageNotOpened } from './words.tsx'

/** As it was shown: the server refuses another total, and orders nothing. */
export interface Wish {
  payBy: PayBy
  total: number
  currency: string
}

interface Ordering {
  event: Pick<Event, 'id' | 'key'>
  seats: number
  wish: Wish
  /** Pressed again with the same one, it is ordered once. */
  idempotencyKey: string
}

/** `till`: where it is paid by card. `problem`: it is ordered, but that page could not be opened; the order's own page can. */
export interface Placed {
  orderId: number
  till?: string
  problem?: string
}

type Ask = <T>(call: () => Promise<T>) => Promise<T>

export async function placeOrder(api: Client, { event, seats, wish, idempotencyKey }: Ordering, ask: Ask) {
  const input = {
    params: { eventId: event.id },
    headers: { 'idempotency-key': idempotencyKey },
    body: { ...wish, numberOfTickets: seats, key: event.key },
  }
  const { id: orderId } = await ask(() => api.orders.place(input))
  if (wish.payBy !== 'card') return { orderId } satisfies Placed
  try {
    const { url } = await ask(() => api.orders.checkout({ params: { orderId } }))
    return { orderId, till: url } satisfies Placed
  } catch (error) {
    const problem = failureSentence(error, paymentPageNotOpened)
    return { orderId, problem } satisfies Placed
  }
}
