import { useState, type FormEvent } from 'react'
import type { Client } from '../../../contract/client.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useProof } from '../proof/slot.tsx'
import style from './team-section.module.css'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import * as words from './team-words.tsx'

/** For the creator: asks somebody else to run the event from now on. */
export function Handover({ eventId }: { eventId: number }) {
  const params = { eventId }
  const [isOpen, setOpen] = useState(false)
  const { loaded, refresh } = useCall(isOpen ? `team ${eventId}` : null, (api) => api.team.get({ params }))
  const [email, setEmail] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const attempt = useAttemptKey()
  const pending = loaded.state === 'loaded' ? loaded.value.handover : undefined

  const act = async (done: string, call: (api: Client) => Promise<unknown>) => {
    setBusy(true)
    setOutcome({})
    try {
      await call(await loadApi())
      setOutcome({ success: done })
      setEmail('')
      refresh()
    } catch (error) {
      setOutcome({ problem: failureSentence(error, NOT_SAVED) })
    } finally {
      setBusy(false)
    }
  }

  const ask = (address: string) =>
    act(words.handoverAsked(address), async (api) => {
      const body = { email: address }
      const headers = { 'idempotency-key': attempt.keyFor(body) }
      await withProof(() => api.team.handOver({ params, headers, body }), 'hand-over', address)
      attempt.forget()
    })
  const { withProof, proofDialog } = useProof('event-state', {
    'hand-over': (address) => {
      setOpen(true)
      void ask(String(address))
    },
  })

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    void ask(email)
  }

  return (
    <details className={style.history} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.handOverEvent}</summary>
      <div className="stack column gap-16">
        <p className="quiet">{words.aboutHandover}</p>
        {pending ? (
          <p className={style.row}>
            <span>{words.wasAsked(<strong>{pending.email}</strong>)}</span>
            <Button
              look="text"
              disabled={isBusy}
              onClick={() => void act(words.eventStaysYours, (api) => api.team.keepEvent({ params }))}
            >
              Withdraw
            </Button>
          </p>
        ) : (
          <form className={style.invite} onSubmit={submit}>
            <TextField
              label={words.emailOfNew}
              type="email"
              autoComplete="off"
              required
              value={email}
              onValueChange={setEmail}
            />
            <Button type="submit" look="outlined" disabled={isBusy} aria-busy={isBusy}>
              {words.handOver}
            </Button>
          </form>
        )}
        <FormMessage {...outcome} />
      </div>
      {proofDialog}
    </details>
  )
}
