// What the organiser asks, for the ticket, the success dialog and the page of an email's link.
import { useState } from 'react'
import type { TicketQuestion } from '../../../contract/booking-questions.ts'
import type { Event } from '../../../contract/events.ts'
import { answerWords } from '../../../contract/question-kinds.ts'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { useCall } from '../../data/use-call.ts'
import { AnswerForm } from './answer-form.tsx'
import style from './booking-questions.module.css'

const mayAnswer = ({ status, startTime }: Event, now: Date) =>
  status !== 'cancelled' && (status === 'postponed' || Date.parse(startTime) > now.getTime())

const Given = ({ questions }: { questions: TicketQuestion[] }) => (
  <dl className={style.answers}>
    {questions
      .filter(({ answer }) => answer)
      .map((question) => (
        <div key={question.id}>
          <dt>{question.label}</dt>
          <dd className="quiet">{answerWords(question.kind, question.answer ?? [])}</dd>
        </div>
      ))}
  </dl>
)

interface Props {
  ticket: OwnTicket
  /** Of an email's link. */
  token?: string
  onChange: (ticket: OwnTicket) => void
}

/** Until the start they can be answered, and changed; afterwards they are what was answered. */
export function TicketQuestions({ ticket, token, onChange }: Props) {
  const { questions = [], event, numberOfTickets } = ticket
  const [openedAt] = useState(() => new Date())
  const isOpen = mayAnswer(event, openedAt) && numberOfTickets > 0
  if (questions.length === 0 || (!isOpen && questions.every(({ answer }) => !answer))) return null
  return (
    <section id="questions" aria-labelledby="questions-heading" className="stack column gap-12">
      <h2 id="questions-heading">The organiser asks</h2>
      {isOpen ? (
        <>
          <p className="quiet">You can change your answers until the event starts.</p>
          <AnswerForm
            ticketId={ticket.id}
            questions={questions}
            token={token}
            onAnswered={(answered) => onChange({ ...ticket, questions: answered })}
          />
        </>
      ) : (
        <Given questions={questions} />
      )}
    </section>
  )
}

/** Straight after booking: they come with the ticket, which is asked for now. Without them the booking is as good. */
export function BookedQuestions({ ticketId }: { ticketId: number }) {
  const { loaded } = useCall(`questions of ${ticketId}`, (api) => api.tickets.get({ params: { ticketId } }))
  const [answered, setAnswered] = useState<TicketQuestion[]>()
  const questions = answered ?? (loaded.state === 'loaded' ? loaded.value.questions : undefined)
  if (!questions || questions.length === 0) return null
  return (
    <>
      <h3>The organiser asks</h3>
      <p className="quiet">You can also answer later, on your ticket.</p>
      <AnswerForm ticketId={ticketId} questions={questions} onAnswered={setAnswered} />
    </>
  )
}
