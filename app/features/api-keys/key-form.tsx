import { useState } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from '../../../contract/scopes.ts'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EventChoice, ProgramForm, Ticks } from './program-form.tsx'
import * as words from './words.ts'

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

  const submit = () => {
    if (!name.trim()) return words.nameIsMissing
    if (scopes.length === 0) return words.nothingChosen
    onMake({ name: name.trim(), scopes, ...(eventId && { eventId: Number(eventId) }) })
    return null
  }

  return (
    <ProgramForm act={words.makeTheKey} isBusy={isBusy} onSubmit={submit} onCancel={onCancel}>
      <TextField
        ref={firstFocus}
        label={words.nameOfProgram}
        name="keyName"
        autoComplete="off"
        maxLength={TEXT.apiKey}
        value={name}
        onValueChange={setName}
      />
      <Ticks legend={words.whatItMayDo} names={SCOPE_NAMES} words={SCOPES} chosen={scopes} onChange={setScopes} />
      <EventChoice all={words.allYouRun} value={eventId} onValueChange={setEventId} />
    </ProgramForm>
  )
}
