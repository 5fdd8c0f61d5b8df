// The section Messages of the manage screen: to whom, what, a preview, a test to oneself, and what was sent before.
import { useState, type FormEvent } from 'react'
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
import { AUDIENCE_WORDS, AUDIENCES, allowanceText, audienceText, people } from './message-words.ts'
import { Section } from './section.tsx'
import style from './messages-section.module.css'
import { SentMessages } from './sent-messages.tsx'

const { Part: Preview } = lazyPart(() => import('./message-preview.tsx'))

const EMPTY: Draft = { to: 'all', subject: '', text: '', replies: false }

/** Why nothing can be sent now; null: it can. */
function whyNot(event: Event): string | null {
  if (event.status === 'cancelled') return 'This event has been cancelled, so no more messages can be sent.'
  if (event.status === 'postponed') return 'While the event has no new date, no messages can be sent.'
  if (hasEnded(event, new Date())) return 'This event has ended, so no more messages can be sent.'
  return null
}

interface FormProps {
  event: Event
  recipients: Record<Audience, number>
  maySend: boolean
  onSent: () => void
}

function MessageForm({ event, recipients, maySend, onSent }: FormProps) {
  const { user } = useSession()
  const [draft, setDraft] = useState(EMPTY)
  const [isShown, setShown] = useState(false)
  const [success, setSuccess] = useState<string | null>(null)
  const change = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }))
  const address = user?.id === event.creatorId ? `your mail address, ${user.email}` : 'the creator’s mail address'

  const preview = (submitted: FormEvent) => {
    submitted.preventDefault()
    setSuccess(null)
    setShown(true)
  }

  return (
    <>
      <form className={style.form} onSubmit={preview}>
        <Choice
          label="To whom?"
          options={AUDIENCES.map((value) => ({
            value,
            label: AUDIENCE_WORDS[value].short,
            note: <span className={style.count}>{recipients[value].toLocaleString('en')}</span>,
          }))}
          value={draft.to}
          onValueChange={(to) => change({ to })}
        />
        <p role="status" className="quiet">
          {audienceText(draft.to, recipients[draft.to])}
        </p>
        <TextField
          label="Subject"
          value={draft.subject}
          onValueChange={(subject) => change({ subject })}
          maxLength={TEXT.subject}
          autoComplete="off"
          required
        />
        <TextArea
          label="Message"
          value={draft.text}
          onValueChange={(text) => change({ text })}
          maxLength={TEXT.message}
          rows={5}
          required
        />
        <Switch
          label="Guests may reply"
          description={`They see ${address}, and answers go there. Otherwise nobody sees it.`}
          checked={draft.replies}
          onChange={(replies) => change({ replies })}
        />
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
            setSuccess(`Your message is on its way to ${people(count)}.`)
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
          <Spinner label="Loading the messages" />
        </div>
      )}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>The messages could not be loaded.</p>
        </TryAgain>
      )}
      {loaded.state === 'loaded' && (
        <>
          <p className="quiet">{reason ?? allowanceText(loaded.value, event.timeZone)}</p>
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
