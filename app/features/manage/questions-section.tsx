// The section Questions of the manage screen: what those who have booked are asked.
import { useState, type FormEvent } from 'react'
import type { ManagedQuestion } from '../../../contract/booking-questions.ts'
import type { Event } from '../../../contract/events.ts'
import { BOOKING_QUESTIONS } from '../../../contract/limits.ts'
import type { QuestionKind } from '../../../contract/question-kinds.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { QuestionEditor, writtenQuestion, type DraftQuestion } from '../../ui/question-editor.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Section } from './section.tsx'

const KINDS: [QuestionKind, string][] = [
  ['text', 'A text'],
  ['one', 'One of several choices'],
  ['several', 'Any of several choices'],
  ['yes-no', 'Yes or no'],
]

interface Draft extends DraftQuestion<QuestionKind> {
  id?: number
  isAnswered: boolean
}

const draftOf = ({ choices, ...question }: ManagedQuestion): Draft => ({
  ...question,
  key: question.id,
  choices: choices.join('\n'),
})

const bodyOf = (draft: Draft) => ({ ...(draft.id === undefined ? {} : { id: draft.id }), ...writtenQuestion(draft) })

const HAS_ANSWERS =
  'People have answered this. If you change its words or choices, we’ll ask it again as a new question, and keep the old answers in your list.'

const NEW = { kind: 'text', label: '', choices: '', required: false, isAnswered: false } as const

function QuestionsForm({ eventId, initial }: { eventId: number; initial: ManagedQuestion[] }) {
  const [drafts, setDrafts] = useState(() => initial.map(draftOf))
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setOutcome({})
    try {
      const input = { params: { eventId }, body: { questions: drafts.map(bodyOf) } }
      const { questions } = await ask(async () => (await loadApi()).bookingQuestions.put(input))
      setDrafts(questions.map(draftOf))
      setOutcome({ success: 'Questions saved.' })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, 'The questions could not be saved. Please try again.') })
    }
    setBusy(false)
  }

  return (
    <form className="stack column gap-16" onSubmit={(event) => void save(event)}>
      <QuestionEditor
        kinds={KINDS}
        most={BOOKING_QUESTIONS.most}
        drafts={drafts}
        fresh={NEW}
        aboutRequired="We remind guests who haven’t answered. Their tickets are valid either way."
        note={({ isAnswered }) => (isAnswered ? HAS_ANSWERS : undefined)}
        onChange={(next) => {
          setOutcome({})
          setDrafts(next)
        }}
      />
      <FormMessage {...outcome} />
      {(drafts.length > 0 || initial.length > 0) && (
        <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
          Save questions
        </Button>
      )}
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
        Up to {BOOKING_QUESTIONS.most}, asked once people have booked. You’ll see answers in the guest list and its CSV,
        never at the door. We delete them 90 days after the event.
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
