import { useState, type FormEvent } from 'react'
import type { Guest } from '../../../contract/guests.ts'
import { TEXT } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { places } from './guest-words.ts'
import style from './guests-section.module.css'

interface Props {
  eventId: number
  /** What they have paid goes back. */
  isPaid: boolean
  guest: Guest
  onClose: () => void
  onDone: (ticketId: number) => void
}

export default function TakeBackDialog({ eventId, isPaid, guest, onClose, onDone }: Props) {
  const { ticketId, name, numberOfTickets, isMailed } = guest
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const api = await loadApi()
      await api.tickets.takeBack({ params: { eventId, ticketId }, body: { reason } })
      onDone(ticketId)
    } catch (error) {
      setProblem(failureSentence(error, 'The booking could not be cancelled. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title="Cancel this booking?" locked={isBusy}>
      <form className="stack column gap-16" onSubmit={(submitted) => void submit(submitted)}>
        <p>
          <strong>{name}</strong> loses {places(numberOfTickets)}, and the code no longer lets them in. This can’t be
          undone.{isPaid && ' What they have paid goes back to them.'}
        </p>
        <TextArea label="Reason" required maxLength={TEXT.reason} rows={3} value={reason} onValueChange={setReason} />
        <p className={style.quiet}>
          {isMailed
            ? 'We’ll email them your reason, in your words.'
            : 'They won’t get an email, so please tell them yourself.'}
        </p>
        <FormMessage problem={problem} />
        <DialogActs act="Cancel booking" ends isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
