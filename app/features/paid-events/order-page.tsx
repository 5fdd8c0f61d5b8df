// The content of /orders/{orderId}: where guests return to from the till, and where their receipts are.
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Order } from '../../../contract/orders.ts'
import { useCall } from '../../data/use-call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { OrderView } from './order-view.tsx'
import style from './paid-events.module.css'
import { Receipts } from './receipt-view.tsx'
import { useOrder, useOrderActs } from './use-order.ts'
import * as words from './words.tsx'

/** What the press that led here could not do. */
const problemIn = (state: unknown) => {
  const { problem } = (state ?? {}) as { problem?: unknown }
  return typeof problem === 'string' ? problem : null
}

/** Another refund is another credit note. */
function OwnReceipts({ order }: { order: Order }) {
  const { id, refunds } = order
  const progress = refunds.map(({ state }) => state).join()
  const { loaded, reload } = useCall(
    `receipts of ${id}`,
    (api) => api.orders.receipts({ params: { orderId: id } }),
    progress,
  )
  if (loaded.state === 'loading') return null
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.receiptNotLoaded}</p>
      </TryAgain>
    )
  return <Receipts receipts={loaded.value} />
}

function LoadedOrder({ order, show, look }: { order: Order; show: (order: Order) => void; look: () => void }) {
  const [cameWith] = useState(problemIn(useLocation().state))
  const { isBusy, outcome, pay, giveUp } = useOrderActs(order, show, look)
  const problem = outcome.problem ?? (order.state === 'open' && !isBusy ? cameWith : null)
  return (
    <>
      <OrderView
        order={order}
        isBusy={isBusy}
        problem={problem}
        onPay={() => void pay()}
        onGiveUp={() => void giveUp()}
      />
      {order.paid > 0 && <OwnReceipts order={order} />}
    </>
  )
}

export default function OrderPage({ orderId }: { orderId: string }) {
  const { shown, show, look } = useOrder(orderId)
  if (shown.state === 'missing')
    return (
      <Notice>
        <h1>{words.orderNotFound}</h1>
        <ButtonLink to="/my-bookings">{words.myBookings}</ButtonLink>
      </Notice>
    )
  if (shown.state === 'failed')
    return (
      <TryAgain onPress={look}>
        <h1>{words.orderNotLoaded}</h1>
      </TryAgain>
    )
  const said = shown.state === 'loaded' ? words.stateWords(shown.order) : null
  return (
    <div className={style.page}>
      {/* Here before the answer is, so that it is announced when it comes. */}
      <div role="status" className={style.state}>
        <h1>{said ? said.heading : words.yourOrder}</h1>
        <p>{said ? said.text : words.askingForPayment}</p>
      </div>
      {shown.state === 'loaded' && <LoadedOrder order={shown.order} show={show} look={look} />}
    </div>
  )
}
