import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useToast } from '../../ui/toast.tsx'

interface Props {
  eventId: number
  eventKey?: string
  onClose: () => void
}

export default function AskDialog({ eventId, eventKey, onClose }: Props) {
  const [text, setText] = useState('')
  // One key per question, so that a retry after a lost response sends it once.
  const [key] = useState(randomKey)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const showToast = useToast()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const input = { params: { eventId }, headers: { 'idempotency-key': key }, body: { text, key: eventKey } }
      await ask(async () => (await loadApi()).questions.ask(input))
      showToast('Your question is on its way. The organiser will reply by email.')
      onClose()
    } catch (error) {
      setProblem(failureSentence(error, 'Your question could not be sent. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title="Ask the organiser" locked={isBusy}>
      <form className="stack column gap-12" onSubmit={(event) => void send(event)}>
        <TextArea label="Your question" required maxLength={TEXT.question} value={text} onValueChange={setText} />
        <p className="quiet">We’ll email it to the organiser with your address, so they can reply.</p>
        <FormMessage problem={problem} />
        <Button type="submit" wide disabled={isBusy} aria-busy={isBusy}>
          Send
        </Button>
      </form>
    </Dialog>
  )
}
