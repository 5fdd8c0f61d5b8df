import { useState, type FormEvent } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Guest } from '../../../contract/guests.ts'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import MessagePreview from './message-preview.tsx'
import { LetterFields } from './messages-section.tsx'
import * as words from './dialog-words.tsx'

interface Props {
  event: Event
  guest: Pick<Guest, 'ticketId' | 'name'>
  onClose: () => void
  onSent: () => void
}

/** A message to one guest: written, looked at, sent. */
export default function MessageGuestDialog({ event, guest: { ticketId, name }, onClose, onSent }: Props) {
  const [draft, setDraft] = useState({ to: { ticketId, name }, subject: '', text: '', replies: true })
  const [isShown, setShown] = useState(false)
  const preview = (submitted: FormEvent) => {
    submitted.preventDefault()
    setShown(true)
  }
  if (isShown)
    return (
      <MessagePreview event={event} draft={draft} count={1} maySend onClose={() => setShown(false)} onSent={onSent} />
    )
  return (
    <Dialog open onClose={onClose} title={words.messageTo(name)}>
      <form className="stack column gap-16" onSubmit={preview}>
        <LetterFields
          event={event}
          draft={draft}
          onChange={(fields) => setDraft((before) => ({ ...before, ...fields }))}
        />
        <DialogActs act="Preview" isBusy={false} onClose={onClose} />
      </form>
    </Dialog>
  )
}
