import { useState } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { MESSAGE_TYPES, type ChosenType } from '../../../contract/message-types.ts'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EventChoice, ProgramForm, Ticks } from '../api-keys/slot.tsx'
import * as words from './webhook-words.ts'

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

  const submit = () => {
    if (!url.trim()) return words.addressIsMissing
    if (types.length === 0) return words.nothingChosen
    const chosen = forEvent ?? (eventId ? Number(eventId) : undefined)
    onMake({ url: url.trim(), types, ...(chosen !== undefined && { eventId: chosen }) })
    return null
  }

  return (
    <ProgramForm act={words.addTheWebhook} isBusy={isBusy} onSubmit={submit} onCancel={onCancel}>
      <TextField
        ref={firstFocus}
        label={words.addressOfServer}
        name="webhookUrl"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={TEXT.url}
        value={url}
        onValueChange={setUrl}
      />
      <Ticks
        legend={words.sendMessageWhen}
        names={MESSAGE_TYPES}
        words={words.TYPE_WORDS}
        chosen={types}
        onChange={setTypes}
      />
      {forEvent === undefined && <EventChoice all={words.allYouCreate} value={eventId} onValueChange={setEventId} />}
    </ProgramForm>
  )
}
