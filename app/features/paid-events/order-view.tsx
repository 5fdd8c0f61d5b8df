// What became of an order: the page to which a guest returns from the card provider, and later looks back.
import { moneyText } from '../../../contract/money.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { REFUND_WORDS, stateWords, type Order } from './words.ts'
import style from './paid-events.module.css'

interface Props {
  order: Order
  isBusy: boolean
  problem: string | null
  /** To the page on which it is paid. */
  onPay: () => void
  onGiveUp: () => void
}

function Transfer({ order: { transferTo, reference, total, currency } }: { order: Order }) {
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
      <div className={style.total}>
        <dt>Sum</dt>
        <dd>{moneyText(total, currency)}</dd>
      </div>
    </dl>
  )
}

function Acts({ order, isBusy, onPay, onGiveUp }: Omit<Props, 'problem'>) {
  const { id, state, ticketId, eventId } = order
  return (
    <div className="row wrap gap-8">
      {state === 'open' && (
        <>
          <Button onClick={onPay} disabled={isBusy} aria-busy={isBusy}>
            Go to payment
          </Button>
          <Button look="text" onClick={onGiveUp} disabled={isBusy}>
            Give up the order
          </Button>
        </>
      )}
      {ticketId !== null && <ButtonLink to={`/my-bookings/${ticketId}`}>Show my ticket</ButtonLink>}
      {(state === 'paid' || order.refunded > 0) && (
        <ButtonLink look="outlined" to={`/orders/${id}/receipt`}>
          Receipt
        </ButtonLink>
      )}
      {(state === 'expired' || state === 'cancelled' || state === 'too-late') && (
        <ButtonLink look="outlined" to={`/events/${eventId}`}>
          Back to the event
        </ButtonLink>
      )}
    </div>
  )
}

export function OrderView({ order, isBusy, problem, onPay, onGiveUp }: Props) {
  const { heading, text } = stateWords(order)
  return (
    <section className={style.order}>
      <p className={style.title}>{order.title}</p>
      <div role="status" className={style.state}>
        <h1>{heading}</h1>
        <p>{text}</p>
      </div>
      {order.state === 'to-pay' && order.payBy === 'transfer' && <Transfer order={order} />}
      {order.refunds.length > 0 && (
        <ul className={style.refunds}>
          {order.refunds.map(({ id, amount, state }) => (
            <li key={id}>
              {moneyText(amount, order.currency)} {REFUND_WORDS[state]}.
            </li>
          ))}
        </ul>
      )}
      <FormMessage problem={problem} />
      <Acts order={order} isBusy={isBusy} onPay={onPay} onGiveUp={onGiveUp} />
    </section>
  )
}
