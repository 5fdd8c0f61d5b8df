import type { ComponentProps } from 'react'
import { LabelledField, type Labelled } from './labelled-field.tsx'
import style from './text-field.module.css'

interface Props extends Labelled, Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'value'> {
  value: string
  onValueChange?: (value: string) => void
}

export function TextField({ label, hint, invalid, onValueChange, className, ...input }: Props) {
  return (
    <LabelledField label={label} hint={hint} invalid={invalid} className={className}>
      {(control) => (
        <input
          {...control}
          className={style.input}
          onChange={(event) => onValueChange?.(event.target.value)}
          {...input}
        />
      )}
    </LabelledField>
  )
}
