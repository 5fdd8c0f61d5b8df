import type { ReactNode } from 'react'
import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx'
import { useDisabled } from '../../ui/use-disabled.ts'
import style from './quantity-stepper.module.css'

interface Props {
  value: number
  max: number
  /** In one booking, no matter who books. */
  most?: number
  disabled: boolean
  onChange: (value: number) => void
}

interface StepProps {
  name: string
  isEnd: boolean
  onStep: () => void
  children: ReactNode
}

const Step = ({ name, isEnd, onStep, children }: StepProps) => (
  <button
    type="button"
    className={style.step}
    aria-label={name}
    {...useDisabled<'button'>({ disabled: isEnd, onClick: onStep })}
  >
    {children}
  </button>
)

export const QuantityStepper = ({ value, max, most = TICKETS_PER_BOOKING.max, disabled, onChange }: Props) => (
  <div className="row wrap middle gap-4" role="group" aria-label="Number of tickets">
    <Step name="Fewer tickets" isEnd={disabled || value <= TICKETS_PER_BOOKING.min} onStep={() => onChange(value - 1)}>
      <MinusIcon />
    </Step>
    <output className={style.value} aria-live="polite" aria-label="Tickets">
      {value}
    </output>
    <Step name="More tickets" isEnd={disabled || value >= max} onStep={() => onChange(value + 1)}>
      <PlusIcon />
    </Step>
    <span className={style.max}>Max. {most}</span>
  </div>
)
