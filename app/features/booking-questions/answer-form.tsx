// Answers to what the organiser asks: in the success dialog, on the ticket and on the page of an email's link.
import { useState, type FormEvent } from 'react'
import type { TicketQuestion } from '../../../contract/booking-questions.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { QuestionField } from '../../ui/question-field.tsx'
import style from './booking-questions.module.css'

/** A link does not say what was answered, and what is written with it takes the place of that. */
const REPLACES = 'You’ve answered this. A new answer replaces it.'

const isSame = (one: string[], other: string[]) => one.join('\n') === other.join('\n')

interface Props {
  ticketId: number
  questions: TicketQuestion[]
  /** Of an email's link; without one the session's is sent. */
  token?: string
  onAnswered: (questions: TicketQuestion[]) => void
}

export function AnswerForm({ ticketId, questions, token, onAnswered }: Props) {
  const [written, setWritten] = useState<Record<number, string[]>>({})
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const valueOf = ({ id, answer }: TicketQuestion) => written[id] ?? answer ?? []
  const isHidden = ({ isAnswered, answer }: TicketQuestion) => isAnswered && answer === undefined

  const send = async (event: FormEvent) => {
    event.preventDefault()
    // The browser asks for the others.
    const missing = questions.find((one) => one.required && !isHidden(one) && valueOf(one).length === 0)
    if (missing) return setOutcome({ problem: `Please answer: ${missing.label}` })
    const answers = questions
      .filter((one) => !isSame(valueOf(one), one.answer ?? []))
      .map((one) => ({ questionId: one.id, answer: valueOf(one) }))
    if (answers.length === 0) return setOutcome({ success: 'Your answers are saved.' })
    setBusy(true)
    setOutcome({})
    try {
      const input = { params: { ticketId }, body: { answers } }
      const saved = await ask(async () => (await loadApi(token)).bookingQuestions.answer(input))
      setWritten({})
      setOutcome({ success: 'Your answers are saved.' })
      onAnswered(saved.questions)
    } catch (error) {
      setOutcome({ problem: failureSentence(error, 'Your answers could not be saved. Please try again.') })
    }
    setBusy(false)
  }

  return (
    <form className={style.form} aria-label="The organiser asks" onSubmit={(event) => void send(event)}>
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          value={valueOf(question)}
          // A link sends only what is filled in, so nothing answered has to be answered again.
          isRequired={question.required && !isHidden(question)}
          canBeEmpty={!question.required && !isHidden(question)}
          hint={isHidden(question) ? REPLACES : undefined}
          onChange={(value) => {
            setOutcome({})
            setWritten((known) => ({ ...known, [question.id]: value }))
          }}
        />
      ))}
      <FormMessage {...outcome} />
      <Button type="submit" wide look="outlined" disabled={isBusy} aria-busy={isBusy}>
        Save answers
      </Button>
    </form>
  )
}
