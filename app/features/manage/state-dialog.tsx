import { useState, type FormEvent } from 'react'
import type { Event } from '../../../contract/events.ts'
import { TEXT } from '../../../contract/limits.ts'
import { toLocalInput } from '../../../contract/zoned-time.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { isTrue } from '../../lib/money.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Choice } from '../../ui/choice.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './manage-parts.module.css'
import * as words from './event-words.ts'

interface Props {
  act: words.Act
  event: Event
  onClose: () => void
  onDone: (event: Event) => void
}

/** Asks once more, says how many people it concerns, and takes a word for them. */
export function StateDialog({ act, event, onClose, onDone }: Props) {
  const { title, text, button } = words.ACT_WORDS[act]
  const paidText = isTrue(event.isFreeOfCharge) ? undefined : words.PAID_TEXTS[act]
  const [hasDate, setHasDate] = useState<'date' | 'open'>('date')
  const [startTime, setStart] = useState(() => toLocalInput(new Date(event.startTime), event.timeZone))
  const [endTime, setEnd] = useState(() => toLocalInput(new Date(event.endTime), event.timeZone))
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const eventId = event.id
  const { loaded } = useCall(`${act} ${eventId}`, (api) =>
    api.events.impact({ params: { eventId }, query: { act }, body: undefined }),
  )
  const isDated = act === 'postpone' && hasDate === 'date'

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const { events } = await loadApi()
      const body = { note: note || undefined, ...(isDated ? { startTime, endTime } : {}) }
      onDone(await events[act]({ params: { eventId }, body }))
    } catch (error) {
      setProblem(failureSentence(error, NOT_SAVED))
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title={title} locked={isBusy}>
      <form className="stack gap-16" onSubmit={(submitted) => void submit(submitted)}>
        <p>{paidText ?? text}</p>
        {act === 'postpone' && (
          <Choice
            label={words.toWhen}
            options={[
              { value: 'date', label: words.aNewDate },
              { value: 'open', label: words.notKnownYet },
            ]}
            value={hasDate}
            onValueChange={setHasDate}
          />
        )}
        {isDated && (
          <div className={style.times}>
            <TextField label="Starts" type="datetime-local" required value={startTime} onValueChange={setStart} />
            <TextField label="Ends" type="datetime-local" required value={endTime} onValueChange={setEnd} />
          </div>
        )}
        <TextArea label={words.messageToGuests} value={note} onValueChange={setNote} maxLength={TEXT.note} rows={3} />
        <p role="status" className={style.told}>
          {loaded.state === 'loaded' ? words.impactText(loaded.value.told) : ' '}
        </p>
        <FormMessage problem={problem} />
        <DialogActs act={button} ends={act === 'cancel'} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
