import { useId, type ComponentProps } from 'react'
import { classes } from '../lib/classes.ts'
import area from './text-area.module.css'
import style from './text-field.module.css'

interface Props extends Omit<ComponentProps<'textarea'>, 'id' | 'onChange' | 'value'> {
  label: string
  value: string
  onValueChange?: (value: string) => void
  /** A sentence below; says what is wrong when `invalid`. */
  hint?: string
  invalid?: boolean
}

/** Several lines; grows with what is written where the browser can. */
export function TextArea({ label, hint, invalid = false, onValueChange, className, ...rest }: Props) {
  const id = useId()
  const hintId = useId()
  return (
    <div className={classes(style.field, className)}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={classes(style.input, area.area)}
        aria-invalid={invalid || undefined}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onValueChange?.(event.target.value)}
        {...rest}
      />
      {hint && (
        <p id={hintId} className={classes(style.hint, invalid && style.wrong)}>
          {hint}
        </p>
      )}
    </div>
  )
}
