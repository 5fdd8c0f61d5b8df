// On a ticket: what was paid, or how it is to be paid; and what becomes of the money when it is given back.
import { Link } from 'react-router'
import { formatDate } from '../../../contract/dates.ts'
import type { TicketPayment } from '../../../contract/tickets.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import style from './paid-events.module.css'
import * as words from './words.tsx'

const OrderLink = ({ state, orderId }: TicketPayment) =>
  state === 'paid' ? (
    <Link to={`/orders/${orderId}#${words.RECEIPT}`}>Receipt</Link>
  ) : (
    <Link to={`/orders/${orderId}`}>{words.yourOrder}</Link>
  )

interface PaymentProps {
  payment: TicketPayment
  /** On a card that is a link itself. */
  isPlain?: boolean
}

export function Payment({ payment, isPlain }: PaymentProps) {
  const { reference, dueBy } = payment
  return (
    <p className={style.payment}>
      <strong>{words.paymentWords(payment)}</strong>
      {dueBy && words.byDate(formatDate(dueBy, browserTimeZone()), reference)}
      {!isPlain && (
        <>
          {' · '}
          <OrderLink {...payment} />
        </>
      )}
    </p>
  )
}

interface MoneyBackProps {
  payment: TicketPayment
  /** That the ticket still has. */
  seats: number
  timeZone: string
  canUndo: boolean
}

/** Beside Can't come: what becomes of the money, before it is pressed and afterwards. */
export function MoneyBack({ payment, seats, timeZone, canUndo }: MoneyBackProps) {
  const after = words.onceGivenBack(payment, canUndo)
  return (
    <>
      {after && <p className={style.money}>{after}</p>}
      {seats > 0 && !canUndo && <p className={style.money}>{words.ifGivenBack(payment, seats, timeZone)}</p>}
    </>
  )
}
