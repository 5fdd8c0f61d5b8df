import { useState, type FormEvent } from 'react'
import { LIST, TEXT } from '../../../contract/limits.ts'
import { MESSAGE_TYPES, type ChosenType } from '../../../contract/message-types.ts'
import { useCall } from '../../data/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { firstFocus, LabelledField } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import field from '../../ui/text-field.module.css'
import { ticked, TickRow } from '../api-keys/slot.tsx'
import style from './webhooks.module.css'
import { TYPE_WORDS } from './webhook-words.ts'

export interface NewWebhook {
  url: string
  types: ChosenType[]
  eventId?: number
}

interface Props {
  /** For this event alone; without it the form asks. */
  forEvent?: number
  isBusy: boolean
  onMake: (wish: NewWebhook) => void
  onCancel: () => void
}

export function WebhookForm({ forEvent, isBusy, onMake, onCancel }: Props) {
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<ChosenType[]>([])
  const [eventId, setEventId] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { loaded } = useCall(forEvent === undefined ? 'events for a webhook' : null, (api) =>
    api.events.list({ query: { creator: 'me', limit: LIST.pageSize } }),
  )
  const events = loaded.state === 'loaded' ? loaded.value.items : []

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!url.trim()) return setProblem('Please enter the address of your server.')
    if (types.length === 0) return setProblem('Please choose what to be notified of.')
    setProblem(null)
    const chosen = forEvent ?? (eventId ? Number(eventId) : undefined)
    onMake({ url: url.trim(), types, ...(chosen !== undefined && { eventId: chosen }) })
  }

  return (
    <form className="stack column gap-16" onSubmit={submit} noValidate>
      <TextField
        ref={firstFocus}
        label="Address of your server"
        name="webhookUrl"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={TEXT.url}
        value={url}
        onValueChange={setUrl}
      />
      <fieldset className={style.ticks}>
        <legend>Send a message when</legend>
        {MESSAGE_TYPES.map((type) => (
          <TickRow
            key={type}
            label={TYPE_WORDS[type]}
            checked={types.includes(type)}
            onChange={(isOn) => setTypes(ticked(types, type, isOn))}
          />
        ))}
      </fieldset>
      {forEvent === undefined && (
        <LabelledField label="For which events">
          {(control) => (
            <select
              {...control}
              className={field.select}
              value={eventId}
              onChange={(event) => setEventId(event.target.value)}
            >
              <option value="">All events that you create</option>
              {events.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <FormMessage problem={problem} />
      <div className="row wrap gap-10">
        <Button type="submit" disabled={isBusy}>
          Add the webhook
        </Button>
        <Button look="text" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
