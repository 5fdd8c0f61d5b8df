// What is ordered and what it costs, all of it, before the press that has to be paid.
import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { moneyText, vatIn, vatText } from '../../../contract/money.ts'
import type { PayBy } from '../../../contract/order-words.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { Choice } from '../../ui/choice.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import style from './paid-events.module.css'
import type { Price } from './words.tsx'
import * as words from './words.tsx'

interface Props {
  /** Of which places are ordered. */
  event: Pick<Event, 'title' | 'language'>
  price: Price
  seats: number
  isBusy: boolean
  problem: string | null
  /** With the sum that was shown: another one is refused. */
  onOrder: (order: { payBy: PayBy; total: number; currency: string }) => void
  onClose: () => void
}

/** The bill: places, the VAT in it, and the total. */
export function Bill({ price, seats }: Pick<Props, 'price' | 'seats'>) {
  const { unitPrice, currency, vatRate } = price
  const total = unitPrice * seats
  return (
    <dl className={style.bill}>
      <div>
        <dt>{seats === 1 ? ticketCount(1) : words.seatsAtPrice(ticketCount(seats), moneyText(unitPrice, currency))}</dt>
        <dd>{moneyText(total, currency)}</dd>
      </div>
      <div className={style.vat}>
        <dt>{vatRate === null ? words.noVatIsCharged : words.vatIncluded(vatText(vatRate))}</dt>
        {vatRate !== null && <dd>{moneyText(vatIn(total, vatRate), currency)}</dd>}
      </div>
      <div className={style.total}>
        <dt>Total</dt>
        <dd>{moneyText(total, currency)}</dd>
      </div>
    </dl>
  )
}

export function OrderDialog({ event, price, seats, isBusy, problem, onOrder, onClose }: Props) {
  const { payBy: ways, currency, unitPrice } = price
  const [chosen, setChosen] = useState<PayBy | null>(null)
  const payBy = ways.find((way) => way === chosen) ?? ways[0] ?? 'card'
  const total = unitPrice * seats
  return (
    <Dialog open onClose={onClose} title={words.yourOrder} locked={isBusy}>
      <div className={style.order}>
        <h3 className={style.title} dir="auto" lang={event.language}>
          {event.title}
        </h3>
        <Bill price={price} seats={seats} />
        {ways.length > 1 && (
          <Choice
            label={words.howYouPay}
            value={payBy}
            options={ways.map((value) => ({ value, label: words.PAY_BY_LABELS[value] }))}
            onValueChange={setChosen}
          />
        )}
        <p>{words.AFTER_THE_PRESS[payBy]}</p>
        <div className={style.terms}>
          <p>{words.soldBy(<strong>{price.seller}</strong>)}</p>
          {[words.NO_WITHDRAWAL, ...words.moneyBack(price.refundDays)].map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <FormMessage problem={problem} />
        <DialogActs
          act={words.lastPress(payBy, total, currency)}
          onAct={() => onOrder({ payBy, total, currency })}
          isBusy={isBusy}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
