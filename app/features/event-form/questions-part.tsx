// What those who book are asked: in the event form, also before the event is saved, and on the manage screen.
import { useState } from 'react'
import { BOOKING_QUESTIONS } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { isRefusal, Sentence } from '../../lib/failure.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePartDraft, type PartProps } from '../../session/part-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { QuestionEditor } from '../../ui/question-editor.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import * as words from './question-words.ts'
import { isTyped, PART, putQuestions, toTyped, type TypedQuestion } from './stored-questions.ts'

const NEW = { kind: 'text', label: '', choices: '', required: false, isAnswered: false } as const

interface Props extends Pick<PartProps, 'form' | 'event'> {
  /** Opened to write a question, so the first one is there already. */
  isBegun?: boolean
}

export default function QuestionsPart({ form, event, isBegun = false }: Props) {
  const eventId = event?.id ?? null
  const { loaded, reload } = useCall(eventId === null ? null : `booking questions ${eventId}`, (api) =>
    api.bookingQuestions.get({ params: { eventId: eventId ?? 0 } }),
  )
  const [draft, setDraft] = usePartDraft(form, PART, isTyped)
  const [saved, setSaved] = useState<TypedQuestion[] | null>(null)
  const { isBusy, outcome, act, forget } = useAct(words.questionsNotSaved)
  const stored = saved ?? (eventId === null ? [] : loaded.state === 'loaded' ? toTyped(loaded.value.questions) : null)

  const save = async (id: number, typed: TypedQuestion[]) => {
    try {
      const { questions } = await ask(() => putQuestions(id, typed))
      setSaved(toTyped(questions))
      setDraft(null)
      return words.questionsSaved
    } catch (error) {
      if (!isRefusal(error, 'questions_changed')) throw error
      // What was typed about the old ones can never be saved.
      setDraft(null)
      setSaved(null)
      reload()
      throw new Sentence(words.questionsChanged)
    }
  }

  if (!stored && loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.questionsNotLoaded}</p>
      </TryAgain>
    )
  if (!stored) return <Spinner label={words.loadingQuestions} />
  const typed = draft ?? (stored.length === 0 && isBegun ? [{ ...NEW, key: -1 }] : stored)
  return (
    <div className="stack column gap-16">
      <p className="quiet">{words.aboutQuestions(BOOKING_QUESTIONS.most)}</p>
      <QuestionEditor
        kinds={words.KINDS}
        most={BOOKING_QUESTIONS.most}
        drafts={typed}
        fresh={NEW}
        aboutRequired={words.aboutRequired}
        note={({ isAnswered }) => (isAnswered ? words.HAS_ANSWERS : undefined)}
        onChange={(next) => {
          forget()
          setDraft(next)
        }}
      />
      <FormMessage {...outcome} />
      {eventId !== null && (typed.length > 0 || stored.length > 0) && (
        <div>
          <Button disabled={isBusy || !draft} aria-busy={isBusy} onClick={() => void act(() => save(eventId, typed))}>
            {words.saveQuestions}
          </Button>
        </div>
      )}
    </div>
  )
}
