// Answers to what the organiser asks: in the success dialog, on the ticket and on the page of an email's link.
import { useId, useState, type FormEvent } from 'react'
import type { TicketQuestion } from '../../../contract/booking-questions.ts'
import { TEXT } from '../../../contract/limits.ts'
import { YES_NO } from '../../../contract/question-kinds.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import style from './booking-questions.module.css'

const optionsOf = ({ kind, choices }: TicketQuestion) =>
  kind === 'yes-no' ? YES_NO : choices.map((choice) => [choice, choice] as const)

/** A link does not say what was answered, and what is written with it takes the place of that. */
const REPLACES = 'You have answered this. Another answer takes its place.'

interface FieldProps {
  question: TicketQuestion
  value: string[]
  isHidden: boolean
  onChange: (value: string[]) => void
}

function Field({ question, value, isHidden, onChange }: FieldProps) {
  const name = useId()
  const { kind, required } = question
  const label = required ? `${question.label} *` : question.label
  // A link sends only what is filled in, so nothing answered has to be answered again.
  const isRequired = required && !isHidden
  if (kind === 'text')
    return (
      <TextArea
        label={label}
        required={isRequired}
        maxLength={TEXT.answer}
        value={value[0] ?? ''}
        hint={isHidden ? REPLACES : undefined}
        onValueChange={(text) => onChange(text === '' ? [] : [text])}
      />
    )
  const toggle = (option: string) =>
    onChange(value.includes(option) ? value.filter((one) => one !== option) : [...value, option])
  return (
    <fieldset className={style.options}>
      <legend className={style.label}>{label}</legend>
      {optionsOf(question).map(([option, word]) => (
        <label key={option} className={style.option}>
          <input
            type={kind === 'several' ? 'checkbox' : 'radio'}
            name={name}
            required={isRequired && kind !== 'several'}
            checked={value.includes(option)}
            onChange={() => (kind === 'several' ? toggle(option) : onChange([option]))}
          />
          <span>{word}</span>
        </label>
      ))}
      {kind !== 'several' && !required && !isHidden && (
        <label className={style.option}>
          <input type="radio" name={name} checked={value.length === 0} onChange={() => onChange([])} />
          <span className="quiet">No answer</span>
        </label>
      )}
      {isHidden && <p className="quiet small">{REPLACES}</p>}
    </fieldset>
  )
}

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
        <Field
          key={question.id}
          question={question}
          value={valueOf(question)}
          isHidden={isHidden(question)}
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
