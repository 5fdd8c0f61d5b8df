import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { REASON_CODES, REASONS, type Act, type ReasonCode } from '../../../contract/moderation-words.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Choice } from '../../ui/choice.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import style from './moderation.module.css'
import * as words from './words.tsx'

export interface Asked {
  act: Act
  subject: { eventId: number } | { accountId: number } | { domain: string }
  name: string
}

interface Props {
  asked: Asked
  onClose: () => void
  onDone: (said: string) => void
}

type Days = keyof typeof words.SUSPENDED_FOR

// A decision is taken back for that one reason; and for that one alone.
const reasonsFor = (act: Act) =>
  act === 'restore' ? (['mistake'] as const) : REASON_CODES.filter((code) => code !== 'mistake')

/** Which reason, and done: a third tap from the queue. What is written here goes into the statement of reasons. */
export default function DecideDialog({ asked: { act, subject, name }, onClose, onDone }: Props) {
  const actWords = words.ACT_WORDS[act]
  const reasons = reasonsFor(act)
  const [reason, setReason] = useState<ReasonCode | null>(act === 'restore' ? 'mistake' : null)
  const [text, setText] = useState('')
  const [days, setDays] = useState<Days>('7')
  const [keepEvents, setKeepEvents] = useState(false)
  const [key] = useState(randomKey)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (!reason) return setProblem(words.chooseReason)
    setBusy(true)
    setProblem(null)
    const until = new Date(Date.now() + Number(days) * 86_400_000).toISOString()
    const body = { subject, act, reason, ...(text && { text }), ...(act === 'suspend' && { until, keepEvents }) }
    try {
      const { moderation } = await loadApi()
      await moderation.decide({ headers: { 'idempotency-key': key }, body })
      onDone(actWords.done)
    } catch (error) {
      setProblem(failureSentence(error, NOT_SAVED))
      setBusy(false)
    }
  }

  const wordsField = (
    <TextArea
      label={act === 'ask' ? words.whatToChange : words.messageOptional}
      hint={words.concernedWillRead}
      rows={2}
      maxLength={TEXT.message}
      required={act === 'ask'}
      value={text}
      onValueChange={setText}
    />
  )

  return (
    <Dialog open onClose={onClose} title={actWords.title} locked={isBusy}>
      <form className="stack gap-20" onSubmit={(submitted) => void submit(submitted)}>
        <p className="breakable">
          <strong>{name}</strong>
        </p>
        <p className={style.quiet}>{actWords.text}</p>
        {act === 'suspend' && (
          <>
            <Choice
              label={words.forHowLong}
              options={Object.entries(words.SUSPENDED_FOR).map(([value, label]) => ({ value: value as Days, label }))}
              value={days}
              onValueChange={setDays}
            />
            <Switch
              label={words.leaveEvents}
              description={words.otherwiseHidden}
              checked={keepEvents}
              onChange={setKeepEvents}
            />
          </>
        )}
        {act !== 'restore' && (
          <fieldset className={style.reasons}>
            <legend>Why?</legend>
            {reasons.map((code) => (
              <label key={code} className={style.reason}>
                <input
                  type="radio"
                  name="reason"
                  value={code}
                  checked={reason === code}
                  onChange={() => setReason(code)}
                />
                <span>{REASONS[code].label}</span>
              </label>
            ))}
          </fieldset>
        )}
        {act === 'ask' ? (
          wordsField
        ) : (
          // Folded, so that reasons and buttons are on a phone's screen together.
          <details>
            <summary className={style.why}>{words.addMessage}</summary>
            {wordsField}
          </details>
        )}
        <FormMessage problem={problem} />
        <DialogActs act={actWords.button} ends={act !== 'restore' && act !== 'ask'} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
