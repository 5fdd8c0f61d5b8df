import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Audience } from '../../../contract/guest-messages.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { audienceText, people } from './message-words.ts'
import style from './messages-section.module.css'
import { useAttemptKey } from '../../data/use-attempt-key.ts'

export interface Draft {
  to: Audience
  subject: string
  text: string
  replies: boolean
}

interface Props {
  event: Event
  draft: Draft
  count: number
  /** Whether one more can be sent now. */
  maySend: boolean
  onClose: () => void
  onSent: (recipients: number) => void
}

/** As guests will read it, and the only place from which it is sent. */
export default function MessagePreview({ event, draft, count, maySend, onClose, onSent }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const attempt = useAttemptKey()

  const send = async (test: boolean) => {
    setBusy(true)
    setOutcome({})
    const body = { ...draft, test }
    try {
      const input = { params: { eventId: event.id }, headers: { 'idempotency-key': attempt.keyFor(body) }, body }
      const { recipients } = await ask(async () => (await loadApi()).guestMessages.send(input))
      if (!test) return onSent(recipients)
      setOutcome({ success: 'A test is on its way to your own address.' })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, 'The message could not be sent. Please try again.') })
    }
    setBusy(false)
  }

  return (
    <Dialog open onClose={onClose} title="As your guests will read it" locked={isBusy}>
      <div className={style.form}>
        <article className={style.letter} aria-label="Preview">
          <p className="strong">
            {event.title}: {draft.subject}
          </p>
          <p className={style.written}>{draft.text}</p>
          <p className="quiet">
            {draft.replies
              ? 'Answer this mail to reply: it goes to the organiser.'
              : 'Please do not answer this mail, nobody would read it. You can ask the organiser on the page of the event.'}
          </p>
        </article>
        <p>{audienceText(draft.to, count)} Each gets a mail of their own, and sees nobody else’s address.</p>
        <FormMessage {...outcome} />
        <div className="row wrap gap-8">
          <Button disabled={isBusy || !maySend || count === 0} aria-busy={isBusy} onClick={() => void send(false)}>
            {count === 0 ? 'Send' : `Send to ${people(count)}`}
          </Button>
          <Button look="outlined" disabled={isBusy} onClick={() => void send(true)}>
            Test to myself
          </Button>
          <Button look="text" disabled={isBusy} onClick={onClose}>
            Go on writing
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
