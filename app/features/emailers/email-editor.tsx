import { useState } from 'react'
import { USUAL_EMAILS, type EmailKind } from '../../../contract/email-kinds.ts'
import { TEXT, THANKS_HOURS } from '../../../contract/limits.ts'
import { parseTemplate, PLACEHOLDER_NAMES, PLACEHOLDERS, type PlaceholderName } from '../../../contract/placeholders.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePartDraft } from '../../session/part-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isTyped, partOf, saveEmail, toTyped, type TypedEmail } from './stored-emails.ts'
import part from '../../ui/form-part.module.css'
import style from './emailers.module.css'
import * as words from './words.ts'

const { Part: Preview } = lazyPart(() => import('./email-preview.tsx'))

const problemOf = (text: string) => {
  const read = parseTemplate(text)
  return 'problem' in read ? words.problemText(read.problem) : undefined
}

interface FieldsProps {
  kind: EmailKind
  email: TypedEmail
  onChange: (fields: Partial<TypedEmail>) => void
}

/** Where the last letter was typed: a placeholder is put there. */
type Caret = { field: 'subject' | 'text'; at: number }

export function EmailFields({ kind, email, onChange }: FieldsProps) {
  const [caret, setCaret] = useState<Caret>({ field: 'text', at: email.text.length })
  const [text, subject] = [problemOf(email.text), problemOf(email.subject)]
  const remember = (field: Caret['field']) => (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
    setCaret({ field, at: event.currentTarget.selectionEnd ?? email[field].length })
  }
  const insert = (name: PlaceholderName) => {
    const { field, at } = caret
    const written = `{${name}}`
    setCaret({ field, at: at + written.length })
    onChange({ [field]: email[field].slice(0, at) + written + email[field].slice(at) })
  }
  return (
    <>
      {kind !== 'welcome' && (
        <TextField
          label="Subject"
          value={email.subject}
          onValueChange={(value) => onChange({ subject: value })}
          onSelect={remember('subject')}
          maxLength={TEXT.subject}
          autoComplete="off"
          invalid={subject !== undefined}
          hint={subject ?? words.titleComesFirst}
        />
      )}
      <TextArea
        label="Text"
        value={email.text}
        onValueChange={(value) => onChange({ text: value })}
        onSelect={remember('text')}
        maxLength={TEXT.message}
        rows={6}
        invalid={text !== undefined}
        hint={text}
      />
      <div role="group" aria-label={words.filledInHeading} className={style.placeholders}>
        <span className="quiet small">{words.filledIn}</span>
        {PLACEHOLDER_NAMES.map((name) => (
          <button key={name} type="button" className={style.placeholder} onClick={() => insert(name)}>
            {PLACEHOLDERS[name].label}
          </button>
        ))}
      </div>
      {kind === 'thanks' && (
        <TextField
          label={words.hoursAfterEnd}
          value={email.hours}
          onValueChange={(hours) => /^\d{0,3}$/.test(hours) && onChange({ hours })}
          inputMode="numeric"
          autoComplete="off"
          hint={words.hoursFromTo(THANKS_HOURS.min, THANKS_HOURS.max)}
          className={style.hours}
        />
      )}
    </>
  )
}

interface Props {
  kind: EmailKind
  form: string
  eventId: number | null
}

export function EmailEditor({ kind, form, eventId }: Props) {
  const { loaded, reload } = useCall(eventId === null ? null : `email ${kind} ${eventId}`, (api) =>
    api.eventEmails.get({ params: { eventId: eventId ?? 0, kind } }),
  )
  const [draft, setDraft] = usePartDraft(form, partOf(kind), isTyped)
  const [saved, setSaved] = useState<TypedEmail | null>(null)
  const [isShown, setShown] = useState(false)
  const { isBusy, outcome, act, forget } = useAct()
  const stored =
    saved ?? (eventId === null ? toTyped(USUAL_EMAILS[kind]) : loaded.state === 'loaded' ? toTyped(loaded.value) : null)
  const email = draft ?? stored

  const save = async (id: number, typed: TypedEmail) => {
    setSaved(toTyped(await ask(() => saveEmail(id, kind, typed))))
    setDraft(null)
    return 'Saved.'
  }

  const sendTest = async (id: number, { subject, text }: TypedEmail) => {
    await ask(async () =>
      (await loadApi()).eventEmails.test({ params: { eventId: id, kind }, body: { subject, text } }),
    )
    return words.testIsOnItsWay
  }

  if (!email && loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.notLoaded(words.KIND_WORDS[kind].name.toLowerCase())}</p>
      </TryAgain>
    )
  if (!email) return <div className={part.loading} role="status" aria-label="Loading" />
  const change = (fields: Partial<TypedEmail>) => {
    forget()
    setDraft({ ...email, ...fields })
  }
  const isWrong = problemOf(email.text) !== undefined || problemOf(email.subject) !== undefined
  return (
    <section className={part.part} aria-label={words.KIND_WORDS[kind].name}>
      <Switch
        label={words.KIND_WORDS[kind].name}
        description={words.KIND_WORDS[kind].description}
        checked={email.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {email.enabled && <EmailFields kind={kind} email={email} onChange={change} />}
      <FormMessage {...outcome} />
      {eventId !== null && (email.enabled || draft) && (
        <div className="row wrap gap-8">
          <Button disabled={isBusy || !draft || isWrong} onClick={() => void act(() => save(eventId, email))}>
            Save
          </Button>
          {email.enabled && (
            <>
              <Button look="outlined" disabled={isBusy || isWrong} onClick={() => setShown(true)}>
                Preview
              </Button>
              <Button look="text" disabled={isBusy || isWrong} onClick={() => void act(() => sendTest(eventId, email))}>
                {words.testToMyself}
              </Button>
            </>
          )}
        </div>
      )}
      {isShown && eventId !== null && (
        <Preview
          eventId={eventId}
          kind={kind}
          words={{ subject: email.subject, text: email.text }}
          onClose={() => setShown(false)}
          onUnavailable={() => setShown(false)}
        />
      )}
    </section>
  )
}
