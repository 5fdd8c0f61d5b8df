// What there is to know about an order below its state, and the one thing to do next.
import { moneyText } from '../../../contract/money.ts'
import type { Order } from '../../../contract/orders.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Title } from '../../ui/title.tsx'
import style from './paid-events.module.css'
import { formatDate } from '../../../contract/dates.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import * as words from './words.tsx'

interface Props {
  order: Order
  isBusy: boolean
  problem: string | null
  /** To the page on which it is paid. */
  onPay: () => void
  onGiveUp: () => void
}

function Transfer({ order: { transferTo, reference, total, currency, dueBy } }: { order: Order }) {
  return (
    <dl className={style.bill}>
      {transferTo && (
        <div>
          <dt>To</dt>
          <dd className={style.account}>{transferTo}</dd>
        </div>
      )}
      <div>
        <dt>Reference</dt>
        <dd>{reference}</dd>
      </div>
      {dueBy && (
        <div>
          <dt>Due</dt>
          <dd>{formatDate(dueBy, browserTimeZone())}</dd>
        </div>
      )}
      <div className={style.total}>
        <dt>Amount</dt>
        <dd>{moneyText(total, currency)}</dd>
      </div>
    </dl>
  )
}

function Acts({ order, isBusy, onPay, onGiveUp }: Omit<Props, 'problem'>) {
  const { state, ticketId, eventId } = order
  const isOver = state === 'expired' || state === 'cancelled' || state === 'too-late'
  return (
    <div className={style.acts}>
      {state === 'open' && (
        <>
          <Button onClick={onPay} disabled={isBusy} aria-busy={isBusy}>
            {words.continueToPayment}
          </Button>
          <Button look="text" onClick={onGiveUp} disabled={isBusy}>
            {words.cancelTheOrder}
          </Button>
        </>
      )}
      {ticketId !== null && (
        <ButtonLink look={words.isAllBack(order) ? 'outlined' : 'primary'} to={`/my-bookings/${ticketId}`}>
          {words.viewTicket}
        </ButtonLink>
      )}
      {isOver && <ButtonLink to={`/events/${eventId}`}>{words.backToEvent}</ButtonLink>}
    </div>
  )
}

export function OrderView({ order, isBusy, problem, onPay, onGiveUp }: Props) {
  const { state, seats, total, currency, payBy, refunds, refundDays } = order
  return (
    <section className={style.order} aria-label="Order">
      <p className={style.title}>
        <Title of={order} />, {ticketCount(seats)}, {moneyText(total, currency)}
      </p>
      {state === 'to-pay' && payBy === 'transfer' && <Transfer order={order} />}
      {refunds.length > 0 && (
        <ul className={style.refunds}>
          {refunds.map(({ id, amount, state: refundState }) => (
            <li key={id}>
              {moneyText(amount, currency)} {words.REFUND_WORDS[refundState]}.
            </li>
          ))}
        </ul>
      )}
      <FormMessage problem={problem} />
      <Acts order={order} isBusy={isBusy} onPay={onPay} onGiveUp={onGiveUp} />
      {(state === 'open' || state === 'to-pay' || (state === 'paid' && !words.isAllBack(order))) && (
        <div className={style.terms}>
          {words.moneyBack(refundDays).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </section>
  )
}
