import type { Event } from '../../../contract/events.ts'
import { priceLabel, saving } from '../../lib/money.ts'
import { useSettings } from '../../lib/settings.ts'
import style from './price-block.module.css'

/** FREE, or the price; where it was once another, that one struck through and what is saved. */
export function PriceBlock({ event }: { event: Event }) {
  const { currency } = useSettings()
  const saved = saving(event, currency)
  return (
    <p className={style.price}>
      <span className={style.now}>{priceLabel(event, currency)}</span>
      {saved && (
        <>
          {' '}
          <s className="quiet">
            <span className="visually-hidden">Was </span>
            {saved.was}
          </s>{' '}
          <span className={style.saves}>{saved.saves}</span>
        </>
      )}
    </p>
  )
}
