// An order as it is now: the server asks the card provider while it is open.
import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../../../contract/client.ts'
import type { Order } from '../../../contract/orders.ts'
import { ask } from '../../data/ask.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'

type Shown = { state: 'loading' | 'failed' | 'missing' } | { state: 'loaded'; order: Order }

// Card providers report within seconds. After a minute nobody stares at the page any more; it asks again when they come back.
const LOOK_EVERY_MS = 3_000
const MOST_LOOKS = 20

const isMissing = (error: unknown) => isRefusal(error, 'order_not_found') || isRefusal(error, 'bad_request')

export function useOrder(orderId: string) {
  const [shown, setShown] = useState<Shown>({ state: 'loading' })
  const [looks, setLooks] = useState(0)
  const show = useCallback((order: Order) => setShown({ state: 'loaded', order }), [])
  const look = useCallback(() => setLooks((count) => count + 1), [])

  useEffect(() => {
    let isCurrent = true
    const params = { orderId }
    ask(async () => (await loadApi()).orders.look({ params })).then(
      (order) => isCurrent && show(order),
      (error: unknown) => {
        if (!isCurrent) return
        if (isMissing(error)) return setShown({ state: 'missing' })
        setShown((known) => (known.state === 'loaded' ? known : { state: 'failed' }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [orderId, looks, show])

  const isOpen = shown.state === 'loaded' && shown.order.state === 'open'
  useEffect(() => {
    if (!isOpen || looks >= MOST_LOOKS) return
    const timer = setTimeout(look, LOOK_EVERY_MS)
    return () => clearTimeout(timer)
  }, [isOpen, looks, look, shown])
  useOnReturn(look)

  return { shown, show, look }
}

/** Paying an open order, and giving it up. */
export function useOrderActs({ id: orderId }: Pick<Order, 'id'>, show: (order: Order) => void, look: () => void) {
  const { isBusy, outcome, act } = useAct(undefined, look)
  const call = (done: (api: Client) => Promise<void>) =>
    act(async () => {
      await ask(async () => done(await loadApi()))
      return undefined
    })
  const params = { orderId }
  return {
    isBusy,
    outcome,
    pay: () => call(async ({ orders }) => location.assign((await orders.checkout({ params })).url)),
    giveUp: () => call(async ({ orders }) => show(await orders.giveUp({ params }))),
  }
}
