// What the forms for a new key and a new webhook share.
import { useState, type ReactNode } from 'react'
import { LIST } from '../../../contract/limits.ts'
import { useCall } from '../../data/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledField } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import field from '../../ui/text-field.module.css'
import style from './api-keys.module.css'
import { ticked, TickRow } from './kept-keys.tsx'
import * as words from './words.ts'

interface TicksProps<Name extends string> {
  legend: string
  names: readonly Name[]
  words: Record<Name, string>
  chosen: Name[]
  onChange: (chosen: Name[]) => void
}

export const Ticks = <Name extends string>({ legend, names, words, chosen, onChange }: TicksProps<Name>) => (
  <fieldset className={style.ticks}>
    <legend>{legend}</legend>
    {names.map((name) => (
      <TickRow
        key={name}
        label={words[name]}
        checked={chosen.includes(name)}
        onChange={(isOn) => onChange(ticked(chosen, name, isOn))}
      />
    ))}
  </fieldset>
)

interface ChoiceProps {
  /** What is said where no event is chosen. */
  all: string
  value: string
  onValueChange: (eventId: string) => void
}

export function EventChoice({ all, value, onValueChange }: ChoiceProps) {
  const { loaded } = useCall('own events', (api) => api.events.list({ query: { creator: 'me', limit: LIST.pageSize } }))
  const events = loaded.state === 'loaded' ? loaded.value.items : []
  return (
    <LabelledField label={words.forWhichEvents}>
      {(control) => (
        <select
          {...control}
          className={field.select}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        >
          <option value="">{all}</option>
          {events.map(({ id, title, language }) => (
            <option key={id} value={id} dir="auto" lang={language}>
              {title}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}

interface FormProps {
  act: string
  isBusy: boolean
  /** What is missing, in a sentence; null: it was sent. */
  onSubmit: () => string | null
  onCancel: () => void
  children: ReactNode
}

export function ProgramForm({ act, isBusy, onSubmit, onCancel, children }: FormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <form
      className="stack column gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(onSubmit())
      }}
    >
      {children}
      <FormMessage problem={problem} />
      <div className="row wrap gap-10">
        <Button type="submit" disabled={isBusy}>
          {act}
        </Button>
        <Button look="text" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
