import { useState, type FormEvent } from 'react'
import { LIST, TEXT } from '../../../contract/limits.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from '../../../contract/scopes.ts'
import { useCall } from '../../data/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { firstFocus, LabelledField } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './api-keys.module.css'
import { ticked, TickRow } from './kept-keys.tsx'
import field from '../../ui/text-field.module.css'

export interface NewKey {
  name: string
  scopes: Scope[]
  eventId?: number
}

interface Props {
  isBusy: boolean
  onMake: (wish: NewKey) => void
  onCancel: () => void
}

export function KeyForm({ isBusy, onMake, onCancel }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>([])
  const [eventId, setEventId] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { loaded } = useCall('events for a key', (api) =>
    api.events.list({ query: { creator: 'me', limit: LIST.pageSize } }),
  )
  const events = loaded.state === 'loaded' ? loaded.value.items : []

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setProblem('Please give the key a name, such as the program that will use it.')
    if (scopes.length === 0) return setProblem('Please choose what the key may do.')
    setProblem(null)
    onMake({ name: name.trim(), scopes, ...(eventId && { eventId: Number(eventId) }) })
  }

  return (
    <form className="stack column gap-16" onSubmit={submit} noValidate>
      <TextField
        ref={firstFocus}
        label="Name of the program"
        name="keyName"
        autoComplete="off"
        maxLength={TEXT.apiKey}
        value={name}
        onValueChange={setName}
      />
      <fieldset className={style.ticks}>
        <legend>What it may do</legend>
        {SCOPE_NAMES.map((scope) => (
          <TickRow
            key={scope}
            label={SCOPES[scope]}
            checked={scopes.includes(scope)}
            onChange={(isOn) => setScopes(ticked(scopes, scope, isOn))}
          />
        ))}
      </fieldset>
      <LabelledField label="For which events">
        {(control) => (
          <select
            {...control}
            className={field.select}
            value={eventId}
            onChange={(event) => setEventId(event.target.value)}
          >
            <option value="">All events that you run</option>
            {events.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <FormMessage problem={problem} />
      <div className="row wrap gap-10">
        <Button type="submit" disabled={isBusy}>
          Make the key
        </Button>
        <Button look="text" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
