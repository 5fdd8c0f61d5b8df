import { useState, type FormEvent } from 'react'
import { TEXT, TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Choice } from '../../ui/choice.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import { addGuest } from './guest-words.ts'
import * as words from './dialog-words.tsx'

const COUNTS = Array.from({ length: TICKETS_PER_BOOKING.max }, (_, index) => String(index + 1))

interface Props {
  eventId: number
  onClose: () => void
  onAdded: () => void
}

/** Stays open after a guest, because there is often another one. */
export default function AddGuestDialog({ eventId, onClose, onAdded }: Props) {
  const [name, setName] = useState('')
  const [count, setCount] = useState('1')
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const attempt = useAttemptKey()

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setBusy(true)
    setOutcome({})
    const address = email.trim()
    const body = { name, numberOfTickets: Number(count), ...(address && { email: address, mail: isAsked }) }
    try {
      const input = { params: { eventId }, headers: { 'idempotency-key': attempt.keyFor(body) }, body }
      const guest = await ask(async () => (await loadApi()).guests.add(input))
      attempt.forget()
      setOutcome({ success: words.isOnList(guest.name) })
      setName('')
      setCount('1')
      setEmail('')
      setAsked(false)
      onAdded()
    } catch (error) {
      setOutcome({ problem: failureSentence(error, words.guestNotAdded) })
    }
    setBusy(false)
  }

  return (
    <Dialog open onClose={onClose} title={addGuest} locked={isBusy}>
      <form className="stack column gap-16" onSubmit={(submitted) => void submit(submitted)}>
        <TextField
          label="Name"
          value={name}
          onValueChange={setName}
          maxLength={TEXT.name}
          autoComplete="off"
          required
          autoFocus
        />
        <Choice
          label={words.howManyPlaces}
          options={COUNTS.map((value) => ({ value, label: value }))}
          value={count}
          onValueChange={setCount}
        />
        <TextField
          label={words.emailOptional}
          type="email"
          value={email}
          onValueChange={setEmail}
          maxLength={TEXT.email}
          autoComplete="off"
          hint={words.noAccount}
        />
        {email.trim() && (
          <Switch
            label={words.askedForTicket}
            description={words.aboutTicketByEmail}
            checked={isAsked}
            onChange={setAsked}
          />
        )}
        <FormMessage {...outcome} />
        <DialogActs act="Add" close="Done" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
