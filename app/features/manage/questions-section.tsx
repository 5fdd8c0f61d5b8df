// The section Questions of the manage screen: what those who have booked are asked.
import { useState, type FormEvent } from 'react'
import type { ManagedQuestion } from '../../../contract/booking-questions.ts'
import type { Event } from '../../../contract/events.ts'
import { BOOKING_QUESTIONS, TEXT } from '../../../contract/limits.ts'
import { hasChoices, type QuestionKind } from '../../../contract/question-kinds.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledField } from '../../ui/labelled-field.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './questions-section.module.css'
import { Section } from './section.tsx'

const KINDS: [QuestionKind, string][] = [
  ['text', 'A text'],
  ['one', 'One of several choices'],
  ['several', 'Any of several choices'],
  ['yes-no', 'Yes or no'],
]

interface Draft {
  key: number
  id?: number
  kind: QuestionKind
  label: string
  /** One in each line. */
  choices: string
  required: boolean
  isAnswered: boolean
}

const draftOf = ({ choices, ...question }: ManagedQuestion): Draft => ({
  ...question,
  key: question.id,
  choices: choices.join('\n'),
})

const bodyOf = ({ id, kind, label, choices, required }: Draft) => ({
  ...(id === undefined ? {} : { id }),
  kind,
  label,
  choices: hasChoices(kind)
    ? choices
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : [],
  required,
})

interface QuestionProps {
  number: number
  draft: Draft
  onChange: (fields: Partial<Draft>) => void
  onRemove: () => void
}

const QuestionFields = ({ number, draft, onChange, onRemove }: QuestionProps) => (
  <fieldset className={style.question}>
    <legend className={style.legend}>Question {number}</legend>
    <TextField
      label="What do you ask?"
      value={draft.label}
      onValueChange={(label) => onChange({ label })}
      maxLength={TEXT.bookingQuestion}
      autoComplete="off"
      required
    />
    <LabelledField label="What is the answer?">
      {(control) => (
        <select
          {...control}
          className={style.kind}
          value={draft.kind}
          onChange={(event) => onChange({ kind: event.target.value as QuestionKind })}
        >
          {KINDS.map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
    {hasChoices(draft.kind) && (
      <TextArea
        label="Choices"
        hint={`One in each line, from 2 to ${BOOKING_QUESTIONS.choices}.`}
        value={draft.choices}
        onValueChange={(choices) => onChange({ choices })}
        rows={3}
        required
      />
    )}
    <Switch
      label="Required"
      description="Guests without an answer are reminded. Their tickets are valid all the same."
      checked={draft.required}
      onChange={(required) => onChange({ required })}
    />
    {draft.isAnswered && (
      <p className="quiet small">
        This has answers. If you change its words or choices, it is asked again as a new question, and the old answers
        stay in your list.
      </p>
    )}
    <Button look="text" onClick={onRemove} aria-label={`Remove question ${number}`}>
      Remove
    </Button>
  </fieldset>
)

const NEW = { kind: 'text', label: '', choices: '', required: false, isAnswered: false } as const

function QuestionsForm({ eventId, initial }: { eventId: number; initial: ManagedQuestion[] }) {
  const [drafts, setDrafts] = useState(() => initial.map(draftOf))
  // Keys of new ones are below those of stored ones.
  const [added, setAdded] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const isFull = drafts.length >= BOOKING_QUESTIONS.most

  const change = (next: (known: Draft[]) => Draft[]) => {
    setOutcome({})
    setDrafts(next)
  }
  const add = () => {
    change((known) => [...known, { ...NEW, key: -added - 1 }])
    setAdded(added + 1)
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setOutcome({})
    try {
      const input = { params: { eventId }, body: { questions: drafts.map(bodyOf) } }
      const { questions } = await ask(async () => (await loadApi()).bookingQuestions.put(input))
      setDrafts(questions.map(draftOf))
      setOutcome({ success: 'The questions are saved.' })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, 'The questions could not be saved. Please try again.') })
    }
    setBusy(false)
  }

  return (
    <form className="stack column gap-16" onSubmit={(event) => void save(event)}>
      {drafts.map((draft, index) => (
        <QuestionFields
          key={draft.key}
          number={index + 1}
          draft={draft}
          onChange={(fields) =>
            change((known) => known.map((one) => (one.key === draft.key ? { ...one, ...fields } : one)))
          }
          onRemove={() => change((known) => known.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <FormMessage {...outcome} />
      <div className="row wrap gap-8">
        <Button look="outlined" disabled={isFull || isBusy} onClick={add}>
          Add a question
        </Button>
        {(drafts.length > 0 || initial.length > 0) && (
          <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
            Save questions
          </Button>
        )}
      </div>
    </form>
  )
}

export function QuestionsSection({ event: { id: eventId } }: { event: Event }) {
  const { loaded, reload } = useCall(`booking questions ${eventId}`, (api) =>
    api.bookingQuestions.get({ params: { eventId } }),
  )
  return (
    <Section id="questions-heading" title="Questions">
      <p className="quiet">
        Up to {BOOKING_QUESTIONS.most}, asked once the place is booked. Answers are in the guest list and its CSV, never
        at the door, and are deleted 90 days after the event.
      </p>
      {loaded.state === 'loading' && <Spinner label="Loading the questions" />}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>The questions could not be loaded.</p>
        </TryAgain>
      )}
      {loaded.state === 'loaded' && <QuestionsForm eventId={eventId} initial={loaded.value.questions} />}
    </Section>
  )
}
