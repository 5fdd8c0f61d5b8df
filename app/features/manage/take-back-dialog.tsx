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
import * as words from './dialog-words.tsx'

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
      setProblem(failureSentence(error, words.bookingNotCancelled))
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title={words.cancelThisBooking} locked={isBusy}>
      <form className="stack column gap-16" onSubmit={(submitted) => void submit(submitted)}>
        <p>{words.losesPlaces(<strong>{name}</strong>, places(numberOfTickets), isPaid && words.moneyGoesBack)}</p>
        <TextArea label="Reason" required maxLength={TEXT.reason} rows={3} value={reason} onValueChange={setReason} />
        <p className={style.quiet}>{isMailed ? words.reasonIsSent : words.noEmail}</p>
        <FormMessage problem={problem} />
        <DialogActs act={words.cancelBooking} ends isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
