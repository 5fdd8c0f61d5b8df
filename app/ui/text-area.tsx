import type { ComponentProps } from 'react'
import { classes } from '../lib/classes.ts'
import { LabelledField, type Labelled } from './labelled-field.tsx'
import style from './text-field.module.css'

interface Props extends Labelled, Omit<ComponentProps<'textarea'>, 'id' | 'onChange' | 'value'> {
  value: string
  onValueChange?: (value: string) => void
}

/** Several lines; grows with what is written where the browser can. */
export function TextArea({ label, hint, invalid, onValueChange, className, ...rest }: Props) {
  return (
    <LabelledField label={label} hint={hint} invalid={invalid} className={className}>
      {(control) => (
        <textarea
          {...control}
          className={classes(style.input, style.area)}
          onChange={(event) => onValueChange?.(event.target.value)}
          {...rest}
        />
      )}
    </LabelledField>
  )
}
