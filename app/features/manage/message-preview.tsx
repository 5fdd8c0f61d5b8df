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
import { Title } from '../../ui/title.tsx'
import style from './messages-section.module.css'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import * as words from './dialog-words.tsx'

export interface Draft {
  to: Audience | { ticketId: number; name: string }
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
    const { to, ...letter } = draft
    const body = { ...letter, ...(typeof to === 'string' ? { to } : { ticketId: to.ticketId }), test }
    try {
      const input = { params: { eventId: event.id }, headers: { 'idempotency-key': attempt.keyFor(body) }, body }
      const { recipients } = await ask(async () => (await loadApi()).guestMessages.send(input))
      if (!test) return onSent(recipients)
      setOutcome({ success: words.testIsOnItsWay })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, words.messageNotSent) })
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={typeof draft.to === 'string' ? words.asGuestsRead : words.asGuestReads(draft.to.name)}
      locked={isBusy}
    >
      <div className={style.form}>
        <article className={style.letter} aria-label="Preview">
          <p className="strong">
            <Title of={event} />: {draft.subject}
          </p>
          <p className={style.written}>{draft.text}</p>
          <p className="quiet">{draft.replies ? words.replyGoesToOrganiser : words.doNotReply}</p>
        </article>
        <p>
          {typeof draft.to === 'string'
            ? words.eachAlone(audienceText(draft.to, count))
            : words.goesToAlone(draft.to.name)}
        </p>
        <FormMessage {...outcome} />
        <div className="row wrap gap-8">
          <Button disabled={isBusy || !maySend || count === 0} aria-busy={isBusy} onClick={() => void send(false)}>
            {typeof draft.to !== 'string'
              ? words.sendTo(draft.to.name)
              : count === 0
                ? 'Send'
                : words.sendTo(people(count))}
          </Button>
          <Button look="outlined" disabled={isBusy} onClick={() => void send(true)}>
            {words.testToMyself}
          </Button>
          <Button look="text" disabled={isBusy} onClick={onClose}>
            {words.keepEditing}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
