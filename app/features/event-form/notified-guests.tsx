// Before moving an event that people have booked or wait for: how many will be notified, and a note to them.
import { useEffect } from 'react'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { TEXT } from '../../../contract/limits.ts'
import { useCall } from '../../data/use-call.ts'
import { TextArea } from '../../ui/text-area.tsx'
import type { EventDraft } from './draft.ts'
import style from './event-form.module.css'
import { useSettled } from './use-preview.ts'
import * as words from './words.tsx'

/** Not for every letter of a venue. */
const TYPING_MS = 600

const PARTS = ['startTime', 'endTime', 'venue'] as const

/** Another time or place: what guests are notified of. */
export const isMoved = (draft: EventDraft, initial: EventDraft) => PARTS.some((part) => draft[part] !== initial[part])

interface Props {
  eventId: number
  draft: EventDraft
  initial: EventDraft
  /** What would be sent. */
  bodyFor: (draft: EventDraft) => EventBodyInput
  note: string
  onNote: (note: string) => void
  /** How many: said beside the buttons, which are seen wherever somebody is in the form. */
  onCount: (told: number) => void
}

export function NotifiedGuests({ eventId, draft, initial, bodyFor, note, onNote, onCount }: Props) {
  const moved = isMoved(draft, initial) ? JSON.stringify(PARTS.map((part) => draft[part])) : null
  const asked = useSettled(moved, TYPING_MS)
  const { loaded } = useCall(asked, (api) => api.events.impact({ params: { eventId }, body: bodyFor(draft) }))
  // An incomplete form has no impact yet; saving says what is wrong with it.
  const told = moved !== null && loaded.state === 'loaded' ? loaded.value.told : 0
  useEffect(() => onCount(told), [onCount, told])
  if (told === 0) return null
  return (
    <div className={style.told}>
      <TextArea label={words.messageToGuests} value={note} onValueChange={onNote} maxLength={TEXT.note} rows={2} />
    </div>
  )
}
