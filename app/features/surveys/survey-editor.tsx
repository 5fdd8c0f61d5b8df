import { useState } from 'react'
import { SURVEY } from '../../../contract/limits.ts'
import { SURVEY_WORDS, usualSurvey, type SurveyKind } from '../../../contract/survey-kinds.ts'
import type { Survey } from '../../../contract/surveys.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePartDraft } from '../../session/part-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { QuestionEditor } from '../../ui/question-editor.tsx'
import { Switch } from '../../ui/switch.tsx'
import { isTyped, partOf, saveSurvey, toTyped, type TypedSurvey } from './stored-surveys.ts'
import part from '../../ui/form-part.module.css'
import style from './surveys.module.css'
import * as words from './words.ts'

const { Part: Results } = lazyPart(() => import('./survey-results.tsx'))

const NEW = { kind: 'stars', label: '', choices: '', required: false } as const

interface FieldsProps {
  typed: TypedSurvey
  stored: Pick<Survey, 'isOpened' | 'isAnswered'>
  onChange: (fields: Partial<TypedSurvey>) => void
}

export function SurveyFields({ typed, stored: { isOpened, isAnswered }, onChange }: FieldsProps) {
  const { anonymous, sends, questions } = typed
  return (
    <>
      <Switch
        label="Anonymous"
        description={words.anonymityWords({ anonymous, isOpened })}
        checked={anonymous}
        locked={isOpened}
        onChange={(value) => onChange({ anonymous: value })}
      />
      <Switch
        label={words.sendByEmail}
        description={words.aboutEmail}
        checked={sends}
        onChange={(value) => onChange({ sends: value })}
      />
      {isAnswered ? (
        <>
          <p className="quiet">{words.hasAnswers}</p>
          <ol className={style.asked}>
            {questions.map(({ key, label }) => (
              <li key={key}>{label}</li>
            ))}
          </ol>
        </>
      ) : (
        <QuestionEditor
          kinds={words.KINDS}
          most={SURVEY.most}
          drafts={questions}
          fresh={NEW}
          aboutRequired={words.aboutRequired}
          onChange={(changed) => onChange({ questions: changed })}
        />
      )}
    </>
  )
}

interface Props {
  kind: SurveyKind
  form: string
  eventId: number | null
}

const UNSAVED = { id: null, isOpened: false, isAnswered: false }

export function SurveyEditor({ kind, form, eventId }: Props) {
  const { loaded, reload } = useCall(eventId === null ? null : `survey ${kind} ${eventId}`, (api) =>
    api.surveys.get({ params: { eventId: eventId ?? 0, kind } }),
  )
  const [draft, setDraft] = usePartDraft(form, partOf(kind), isTyped)
  const [saved, setSaved] = useState<Survey | null>(null)
  const [isShown, setShown] = useState(false)
  const { isBusy, outcome, act, forget } = useAct()
  const { name, description } = SURVEY_WORDS[kind]
  const stored =
    saved ?? (eventId === null ? { ...UNSAVED, ...usualSurvey(kind) } : loaded.state === 'loaded' ? loaded.value : null)

  if (!stored && loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.notLoaded(name.toLowerCase())}</p>
      </TryAgain>
    )
  if (!stored) return <div className={part.loading} role="status" aria-label="Loading" />
  const typed = draft ?? toTyped(stored)

  const change = (fields: Partial<TypedSurvey>) => {
    forget()
    setDraft({ ...typed, ...fields })
  }
  const save = async (id: number) => {
    setSaved(await ask(() => saveSurvey(id, kind, typed)))
    setDraft(null)
    return 'Saved.'
  }
  return (
    <section className={part.part} aria-label={name}>
      <Switch
        label={name}
        description={description}
        checked={typed.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {typed.enabled && <SurveyFields typed={typed} stored={stored} onChange={change} />}
      <FormMessage {...outcome} />
      {eventId !== null && (typed.enabled || draft || stored.isAnswered) && (
        <div className="row wrap gap-8">
          <Button disabled={isBusy || !draft} onClick={() => void act(() => save(eventId))}>
            Save
          </Button>
          {stored.isAnswered && !isShown && (
            <Button look="outlined" onClick={() => setShown(true)}>
              {words.showResults}
            </Button>
          )}
        </div>
      )}
      {isShown && stored.id !== null && <Results surveyId={stored.id} onUnavailable={() => setShown(false)} />}
    </section>
  )
}
