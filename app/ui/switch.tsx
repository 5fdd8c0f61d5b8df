import { useId } from 'react'
import style from './switch.module.css'
import { useDisabled } from './use-disabled.ts'

interface Props {
  label: string
  description: string
  checked: boolean
  /** Shown as it is, and not to be changed. */
  locked?: boolean
  onChange?: (checked: boolean) => void
}

export function Switch({ label, description, checked, locked = false, onChange }: Props) {
  const id = useId()
  return (
    <div className={style.row}>
      <div>
        <label htmlFor={id} className={style.label}>
          {label}
        </label>
        <p id={`${id}-description`} className="quiet small">
          {description}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={style.switch}
        checked={checked}
        aria-describedby={`${id}-description`}
        onChange={(event) => onChange?.(event.target.checked)}
        {...useDisabled<'input'>({ disabled: locked })}
      />
    </div>
  )
}
