// A receipt, or a credit note for money that went back: on the screen and on paper.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { formOf } from '../../../contract/counted.ts'
import { formatDate } from '../../../contract/dates.ts'
import { moneyText, vatText } from '../../../contract/money.ts'
import type { Receipt } from '../../../contract/orders.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { Button } from '../../ui/button.tsx'
import { Title } from '../../ui/title.tsx'
import style from './paid-events.module.css'
import * as words from './words.tsx'

const print = () => window.print()

export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { number, kind, name, seller, seats, total, net, vat, vatRate, currency, issuedAt } = receipt
  const rows: [label: string, sum: number, look?: string][] = [
    ...(vatRate === null
      ? []
      : ([
          [words.beforeVat, net],
          [words.vatOf(vatText(vatRate)), vat, style.vat],
        ] satisfies [string, number, string?][])),
    [kind === 'receipt' ? words.totalPaid : words.totalRefunded, total, style.total],
  ]
  return (
    <article className={style.receipt} aria-label={kind === 'receipt' ? 'Receipt' : words.creditNote}>
      <header>
        <h2>{kind === 'receipt' ? 'Receipt' : words.creditNote}</h2>
        <p className={style.number}>
          {number} · <time dateTime={issuedAt}>{formatDate(issuedAt, 'UTC')}</time>
        </p>
      </header>
      <p>{words.soldByTo(seller, name !== null && <> to {name}</>)}</p>
      <p>
        <strong>
          <Title of={receipt} />
        </strong>
        , {ticketCount(seats)}
      </p>
      <dl className={style.bill}>
        {rows.map(([label, sum, look]) => (
          <div key={label} className={look}>
            <dt>{label}</dt>
            <dd>{moneyText(sum, currency)}</dd>
          </div>
        ))}
      </dl>
      {vatRate === null && <p className="quiet">{words.noVatWasCharged}</p>}
    </article>
  )
}

export function Receipts({ receipts }: { receipts: Receipt[] }) {
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  // They come after the page, which could not go there by itself.
  useEffect(() => {
    if (hash === `#${words.RECEIPT}`) section.current?.scrollIntoView()
  }, [hash])
  if (receipts.length === 0) return null
  return (
    <section
      ref={section}
      id={words.RECEIPT}
      className={style.receipts}
      aria-label={formOf(receipts.length, 'Receipt', 'Receipts')}
    >
      {receipts.map((receipt) => (
        <ReceiptView key={receipt.number} receipt={receipt} />
      ))}
      <div className={style.print}>
        <Button look="outlined" onClick={print}>
          Print
        </Button>
      </div>
    </section>
  )
}
