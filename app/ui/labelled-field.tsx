import { type ReactNode, useId } from 'react'
import { classes } from '../lib/classes.ts'
import style from './text-field.module.css'

/**
 * As a ref: the field that has the focus when its form appears. A dialog that is about to open reads the attribute,
 * one that is open already takes the focus.
 */
export function firstFocus(element: HTMLElement | null) {
  element?.setAttribute('autofocus', '')
  element?.focus()
}

export interface Labelled {
  label: string
  /** A sentence below; says what is wrong when `invalid`. */
  hint?: string
  invalid?: boolean
}

interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props extends Labelled {
  className?: string | undefined
  children: (control: Control) => ReactNode
}

/** Name above, sentence below, and what ties both to the control between them. */
export function LabelledField({ label, hint, invalid = false, className, children }: Props) {
  const id = useId()
  const hintId = useId()
  return (
    <div className={classes(style.field, className)}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': invalid || undefined, 'aria-describedby': hint ? hintId : undefined })}
      {hint && (
        <p id={hintId} className={classes(style.hint, invalid && style.wrong)}>
          {hint}
        </p>
      )}
    </div>
  )
}
