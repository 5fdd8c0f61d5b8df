// The section Messages of the manage screen: to whom, what, a preview, a test to oneself, and what was sent before.
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { hasEnded } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import type { Audience } from '../../../contract/guest-messages.ts'
import { TEXT } from '../../../contract/limits.ts'
import { useCall } from '../../data/use-call.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Draft } from './message-preview.tsx'
import { Section } from './section.tsx'
import style from './messages-section.module.css'
import { SentMessages } from './sent-messages.tsx'
import * as words from './message-words.ts'

const { Part: Preview } = lazyPart(() => import('./message-preview.tsx'))

const EMPTY: Omit<Draft, 'to'> & { to: Audience } = { to: 'all', subject: '', text: '', replies: false }

/** Why nothing can be sent now; null: it can. */
function whyNot(event: Event): string | null {
  if (event.status === 'cancelled') return words.cancelledNoMessages
  if (event.status === 'postponed') return words.messagesOnceDated
  if (hasEnded(event, new Date())) return words.endedNoMessages
  return null
}

interface FormProps {
  event: Event
  recipients: Record<Audience, number>
  maySend: boolean
  onSent: () => void
}

interface FieldsProps {
  event: Event
  draft: Pick<Draft, 'subject' | 'text' | 'replies'>
  onChange: (fields: Partial<Omit<Draft, 'to'>>) => void
}

/** What is written, to many or to one. */
export function LetterFields({ event, draft, onChange }: FieldsProps) {
  const { user } = useSession()
  const address = user?.id === event.creatorId ? `your email address, ${user.email}` : 'the creator’s email address'
  return (
    <>
      <TextField
        label="Subject"
        value={draft.subject}
        onValueChange={(subject) => onChange({ subject })}
        maxLength={TEXT.subject}
        autoComplete="off"
        required
      />
      <TextArea
        label="Message"
        value={draft.text}
        onValueChange={(text) => onChange({ text })}
        maxLength={TEXT.message}
        rows={5}
        required
      />
      <Switch
        label={words.mayReply}
        description={words.theySeeAddress(address)}
        checked={draft.replies}
        onChange={(replies) => onChange({ replies })}
      />
    </>
  )
}

function MessageForm({ event, recipients, maySend, onSent }: FormProps) {
  // As '?to=not-in', from the door on the night, also when this was open before; what was typed stays.
  const [query] = useSearchParams()
  const to = words.AUDIENCES.find((audience) => audience === query.get('to'))
  const [draft, setDraft] = useState(() => ({ ...EMPTY, to: to ?? EMPTY.to }))
  const [taken, setTaken] = useState(to)
  if (to !== taken) {
    setTaken(to)
    if (to) setDraft((before) => ({ ...before, to }))
  }
  const [isShown, setShown] = useState(false)
  const [success, setSuccess] = useState<string | null>(null)
  const change = (fields: Partial<typeof EMPTY>) => setDraft((before) => ({ ...before, ...fields }))

  const preview = (submitted: FormEvent) => {
    submitted.preventDefault()
    setSuccess(null)
    setShown(true)
  }

  return (
    <>
      <form className={style.form} onSubmit={preview}>
        <Choice
          label={words.toWhom}
          options={words.AUDIENCES.map((value) => ({
            value,
            label: words.AUDIENCE_WORDS[value].short,
            note: <span className={style.count}>{recipients[value].toLocaleString('en')}</span>,
          }))}
          value={draft.to}
          onValueChange={(to) => change({ to })}
        />
        <p role="status" className="quiet">
          {words.audienceText(draft.to, recipients[draft.to])}
        </p>
        <LetterFields event={event} draft={draft} onChange={change} />
        <FormMessage success={success} />
        <Button type="submit" look="outlined">
          Preview
        </Button>
      </form>
      {isShown && (
        <Preview
          event={event}
          draft={draft}
          count={recipients[draft.to]}
          maySend={maySend}
          onClose={() => setShown(false)}
          onUnavailable={() => setShown(false)}
          onSent={(count) => {
            setShown(false)
            setSuccess(words.messageIsOnItsWay(words.people(count)))
            setDraft(EMPTY)
            onSent()
          }}
        />
      )}
    </>
  )
}

export function MessagesSection({ event }: { event: Event }) {
  const eventId = event.id
  const { loaded, refresh, reload } = useCall(`messages ${eventId}`, (api) =>
    api.guestMessages.list({ params: { eventId } }),
  )
  const reason = whyNot(event)
  return (
    <Section id="messages-heading" title="Messages">
      {loaded.state === 'loading' && (
        <div className={style.loading}>
          <Spinner label={words.loadingMessages} />
        </div>
      )}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>{words.messagesNotLoaded}</p>
        </TryAgain>
      )}
      {loaded.state === 'loaded' && (
        <>
          <p className="quiet">{reason ?? words.allowanceText(loaded.value, event.timeZone)}</p>
          {!reason && (
            <MessageForm
              event={event}
              recipients={loaded.value.recipients}
              maySend={loaded.value.left > 0}
              onSent={refresh}
            />
          )}
          {loaded.value.sent.length > 0 && <SentMessages sent={loaded.value.sent} timeZone={event.timeZone} />}
        </>
      )}
    </Section>
  )
}
