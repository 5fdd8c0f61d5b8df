import { type ReactNode, useId, useState } from 'react'
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

const FIRST_WRONG = 'input:invalid, select:invalid, textarea:invalid'

function faultOf({ validity, validationMessage, type }: HTMLInputElement): string {
  if (validity.valueMissing) return 'Please fill this in.'
  if (validity.typeMismatch && type === 'email') return 'Please enter an email address, like name@example.org.'
  return validationMessage
}

/** Name above, sentence below, and what ties both to the control between them. */
export function LabelledField({ label, hint, invalid = false, className, children }: Props) {
  const id = useId()
  const hintId = useId()
  const [fault, setFault] = useState<string | null>(null)
  const sentence = fault ?? hint
  const isWrong = invalid || fault !== null
  return (
    <div
      className={classes(style.field, className)}
      onInvalidCapture={(event) => {
        // The browser's own bubble is gone after five seconds and cannot be read again.
        event.preventDefault()
        const control = event.target as HTMLInputElement
        setFault(faultOf(control))
        if (control.form?.querySelector(FIRST_WRONG) === control) control.focus()
      }}
      onInput={() => setFault(null)}
    >
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': isWrong || undefined, 'aria-describedby': sentence ? hintId : undefined })}
      {sentence && (
        <p id={hintId} className={classes(style.hint, isWrong && style.wrong)}>
          {sentence}
        </p>
      )}
    </div>
  )
}
