// A few words of which one is chosen, side by side: radio buttons that look like a switch.
import { useId, type ReactNode } from 'react'
import style from './choice.module.css'

export interface Option<Value extends string> {
  value: Value
  label: string
  disabled?: boolean
  /** Beside the word, such as a badge. */
  note?: ReactNode
}

interface Props<Value extends string> {
  label: string
  options: Option<Value>[]
  value: Value
  onValueChange?: (value: Value) => void
}

export function Choice<Value extends string>({ label, options, value, onValueChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={style.choice}>
      <legend className={style.label}>{label}</legend>
      <div className={style.options}>
        {options.map((option) => (
          <label key={option.value} className={style.option}>
            <input
              type="radio"
              className={style.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange?.(option.value)}
            />
            <span className={style.face}>
              {option.label}
              {option.note}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
