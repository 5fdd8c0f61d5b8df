// A receipt, or a credit note for money that went back: on the screen and on paper.
import { moneyText, vatText } from '../../../contract/money.ts'
import { formatDate } from '../../../contract/dates.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { Button } from '../../ui/button.tsx'
import style from './paid-events.module.css'

export interface Receipt {
  number: string
  kind: 'receipt' | 'credit-note'
  /** Null once the years are over for which it is kept. */
  name: string | null
  seller: string
  title: string
  seats: number
  total: number
  net: number
  vat: number
  vatRate: number | null
  currency: string
  issuedAt: string
}

const print = () => window.print()

export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { number, kind, name, seller, title, seats, total, net, vat, vatRate, currency, issuedAt } = receipt
  const rows: [label: string, sum: number, look?: string][] = [
    ...(vatRate === null
      ? []
      : ([
          ['Before VAT', net],
          [`VAT of ${vatText(vatRate)}`, vat, style.vat],
        ] satisfies [string, number, string?][])),
    [kind === 'receipt' ? 'Total paid' : 'Total refunded', total, style.total],
  ]
  return (
    <article className={style.receipt} aria-label={kind === 'receipt' ? 'Receipt' : 'Credit note'}>
      <header>
        <h2>{kind === 'receipt' ? 'Receipt' : 'Credit note'}</h2>
        <p className={style.number}>
          {number} · <time dateTime={issuedAt}>{formatDate(issuedAt, 'UTC')}</time>
        </p>
      </header>
      <p>
        {seller}
        {name !== null && <> to {name}</>}
      </p>
      <p>
        <strong>{title}</strong>, {ticketCount(seats)}
      </p>
      <dl className={style.bill}>
        {rows.map(([label, sum, look]) => (
          <div key={label} className={look}>
            <dt>{label}</dt>
            <dd>{moneyText(sum, currency)}</dd>
          </div>
        ))}
      </dl>
      {vatRate === null && <p className={style.terms}>No VAT was charged.</p>}
      <Button look="outlined" onClick={print} className={style.print}>
        Print
      </Button>
    </article>
  )
}
