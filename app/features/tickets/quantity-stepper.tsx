import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx'
import style from './quantity-stepper.module.css'

interface Props {
  value: number
  max: number
  /** In one booking, no matter who books. */
  most?: number
  disabled: boolean
  onChange: (value: number) => void
}

export const QuantityStepper = ({ value, max, most = TICKETS_PER_BOOKING.max, disabled, onChange }: Props) => (
  <div className="row wrap middle gap-4" role="group" aria-label="Number of tickets">
    <button
      type="button"
      className={style.step}
      aria-label="Fewer tickets"
      disabled={disabled || value <= TICKETS_PER_BOOKING.min}
      onClick={() => onChange(value - 1)}
    >
      <MinusIcon />
    </button>
    <output className={style.value} aria-live="polite" aria-label="Tickets">
      {value}
    </output>
    <button
      type="button"
      className={style.step}
      aria-label="More tickets"
      disabled={disabled || value >= max}
      onClick={() => onChange(value + 1)}
    >
      <PlusIcon />
    </button>
    <span className={style.max}>Max. {most}</span>
  </div>
)
