// The surveys that are open for a booking. A page of one column for one thumb: stars and choices first, one button at the end.
import { useState, type FormEvent } from 'react'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import { SURVEY_WORDS } from '../../../contract/survey-kinds.ts'
import type { OpenSurvey } from '../../../contract/surveys.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { QuestionField } from '../../ui/question-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { findKey } from './kept-keys.ts'
import { sendAnswers } from './send-answers.ts'
import part from '../../ui/form-part.module.css'
import style from './surveys.module.css'
import * as words from './ticket-words.ts'

/** What holds, before anything is written. */
function Privacy({ survey: { anonymous, organiser } }: { survey: OpenSurvey }) {
  if (!anonymous) return <p className={style.promise}>{words.withYourName(organiser)}</p>
  return (
    <div className={style.promise}>
      <p>{words.isAnonymous(organiser)}</p>
      <details>
        <summary>{words.howThatWorks}</summary>
        <p>{words.aboutAnonymous(organiser)}</p>
      </details>
    </div>
  )
}

interface FormProps {
  survey: OpenSurvey
  ticketId: number
  token: string | undefined
  onSent: () => void
  onOutdated: () => void
}

function SurveyForm({ survey, ticketId, token, onSent, onOutdated }: FormProps) {
  const { questions } = survey
  const [answers, setAnswers] = useState<string[][]>(() => questions.map(() => []))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    // The browser asks for the others.
    const missing = questions.find(({ required }, at) => required && answers[at]?.length === 0)
    if (missing) return setProblem(words.pleaseAnswer(missing.label))
    if (answers.every((answer) => answer.length === 0)) return setProblem(words.answerOne)
    setBusy(true)
    setProblem(null)
    try {
      await sendAnswers({ survey, ticketId, token, answers })
      onSent()
    } catch (error) {
      setProblem(failureSentence(error, words.notSent))
      if (isRefusal(error, 'questions_changed') || isRefusal(error, 'survey_closed')) onOutdated()
    }
    setBusy(false)
  }
  return (
    <form className={style.form} aria-label={SURVEY_WORDS[survey.kind].title} onSubmit={(event) => void send(event)}>
      <Privacy survey={survey} />
      {questions.map((question, at) => (
        <QuestionField
          key={at}
          question={question}
          value={answers[at] ?? []}
          isRequired={question.required}
          canBeEmpty={!question.required}
          onChange={(value) => {
            setProblem(null)
            setAnswers((known) => known.map((one, index) => (index === at ? value : one)))
          }}
        />
      ))}
      <FormMessage problem={problem} />
      <Button type="submit" wide disabled={isBusy} aria-busy={isBusy}>
        {words.sendAnswers}
      </Button>
    </form>
  )
}

interface SurveyProps extends Omit<FormProps, 'onSent'> {
  timeZone: string
}

function OneSurvey({ survey, ticketId, timeZone, ...rest }: SurveyProps) {
  const { id, kind, anonymous, isAnswered, closesAt, version } = survey
  const [state, setState] = useState<'asked' | 'sent' | 'again'>('asked')
  // With the key on this device the ballot can be had once more, and so the answers can still be sent.
  const [isDone] = useState(() => isAnswered && !(anonymous && findKey(id, ticketId) !== undefined))
  const heading = `survey-${id}`
  return (
    <section aria-labelledby={heading} className={part.part}>
      <h2 id={heading}>{SURVEY_WORDS[kind].title}</h2>
      {state === 'sent' ? (
        <p role="status">{words.thanks}</p>
      ) : isDone && state === 'asked' ? (
        <>
          <p>{anonymous ? words.takenPart : words.answered}</p>
          {!anonymous && (
            <Button look="outlined" onClick={() => setState('again')}>
              {words.answerAgain}
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="quiet">
            {words.openUntil(`${formatDate(closesAt, timeZone)}, ${formatTime(closesAt, timeZone)}`)}
          </p>
          <SurveyForm key={version} survey={survey} ticketId={ticketId} onSent={() => setState('sent')} {...rest} />
        </>
      )}
    </section>
  )
}

export interface TicketSurveysProps {
  ticketId: number
  timeZone: string
  /** Of an email's link; without one the session's is sent. */
  token?: string
  /** Said where none is open; without it nothing is. */
  otherwise?: string
}

export default function TicketSurveys({ ticketId, timeZone, token, otherwise }: TicketSurveysProps) {
  const { loaded, reload, refresh } = useCall(`surveys of ${ticketId}`, async () =>
    (await loadApi(token)).surveys.listOpen({ params: { ticketId } }),
  )
  if (loaded.state === 'loading') return otherwise ? <Spinner label={words.loadingSurvey} /> : null
  if (loaded.state === 'failed')
    return otherwise ? (
      <TryAgain onPress={reload}>
        <p>{failureSentence(loaded.error, words.surveyNotLoaded)}</p>
      </TryAgain>
    ) : null
  if (loaded.value.length === 0) return otherwise ? <p>{otherwise}</p> : null
  return loaded.value.map((survey) => (
    <OneSurvey
      key={survey.id}
      survey={survey}
      ticketId={ticketId}
      timeZone={timeZone}
      token={token}
      onOutdated={refresh}
    />
  ))
}
