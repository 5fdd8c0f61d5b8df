import { useId, type ComponentProps } from 'react'
import { classes } from '../lib/classes.ts'
import style from './text-field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'value'> {
  label: string
  value: string
  onValueChange?: (value: string) => void
  /** A sentence below the input; says what is wrong when `invalid`. */
  hint?: string
  invalid?: boolean
}

export function TextField({ label, hint, invalid = false, onValueChange, className, ...input }: Props) {
  const id = useId()
  const hintId = useId()
  return (
    <div className={classes(style.field, className)}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      <input
        id={id}
        className={style.input}
        aria-invalid={invalid || undefined}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onValueChange?.(event.target.value)}
        {...input}
      />
      {hint && (
        <p id={hintId} className={classes(style.hint, invalid && style.wrong)}>
          {hint}
        </p>
      )}
    </div>
  )
}
