// In My Bookings: orders that are not paid yet. Their seats are held for a few minutes, so they come first.
import { useEffect, useEffectEvent } from 'react'
import { moneyText } from '../../../contract/money.ts'
import type { Order } from '../../../contract/orders.ts'
import { useCall } from '../../data/use-call.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Title } from '../../ui/title.tsx'
import style from './paid-events.module.css'
import * as words from './words.tsx'

const OpenOrder = ({ order }: { order: Order }) => {
  const { id, seats, total, currency } = order
  const { heading, text } = words.stateWords(order)
  return (
    <li className={style.card}>
      <h3 className={style.title}>
        <Title of={order} />
      </h3>
      <p>
        {ticketCount(seats)}, {moneyText(total, currency)}
      </p>
      <p className="quiet">
        <strong>{heading}.</strong> {text}
      </p>
      <div>
        <ButtonLink to={`/orders/${id}`}>{words.goToYourOrder}</ButtonLink>
      </div>
    </li>
  )
}

export default function OpenOrders({ onShown }: { onShown: (isShown: boolean) => void }) {
  const { loaded, refresh } = useCall('open orders', (api) => api.orders.list({ query: {} }))
  useOnReturn(refresh)
  const open = loaded.state === 'loaded' ? loaded.value.filter(({ state }) => state === 'open') : []
  const isShown = open.length > 0
  const report = useEffectEvent(onShown)
  useEffect(() => report(isShown), [isShown])
  if (!isShown) return null
  return (
    <section className={style.toPay} aria-labelledby="open-orders">
      <h2 id="open-orders">{words.toPay}</h2>
      <ul role="list" className={style.cards}>
        {open.map((order) => (
          <OpenOrder key={order.id} order={order} />
        ))}
      </ul>
    </section>
  )
}
