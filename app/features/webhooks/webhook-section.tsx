// Webhooks, in the settings and in the tab Event of an event that one runs.
import { useState } from 'react'
import type { Webhook } from '../../../contract/webhooks.ts'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { hostOf, programsChanged, ShownOnce, usePrograms } from '../api-keys/slot.tsx'
import { WebhookForm, type NewWebhook } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import style from './webhooks.module.css'
import * as words from './webhook-words.ts'

interface RowProps {
  webhook: Webhook
  isBusy: boolean
  onLog: () => void
  onTest: () => void
  onAsk: (what: keyof typeof words.QUESTIONS) => void
}

function WebhookRow({ webhook, isBusy, onLog, onTest, onAsk }: RowProps) {
  const { types, eventId, failingSince } = webhook
  const host = hostOf(webhook)
  return (
    <li className={classes(ruled.row, style.webhook)}>
      <span>
        <strong>{host}</strong> <span className="quiet">{new URL(webhook.url).pathname}</span>
        <span className={ruled.facts}>
          {types.join(', ')} · {eventId === null ? words.ofAllEvents : words.ofOneEvent}
        </span>
        {failingSince && (
          <span className={classes(ruled.facts, style.failing)}>{words.failingSince(words.whenOf(failingSince))}</span>
        )}
      </span>
      <span className={style.acts}>
        <Button look="text" aria-label={words.logOf(host)} onClick={onLog}>
          Log
        </Button>
        <Button look="text" disabled={isBusy} aria-label={words.testHost(host)} onClick={onTest}>
          Test
        </Button>
        <Button look="text" aria-label={words.newSecretFor(host)} onClick={() => onAsk('rotate')}>
          {words.newSecret}
        </Button>
        <Button look="text" aria-label={words.removeHost(host)} onClick={() => onAsk('remove')}>
          Remove
        </Button>
      </span>
    </li>
  )
}

interface Props {
  /** Those of this event alone, and of all if it is one's own. */
  event?: { id: number; isOwn: boolean }
}

export function WebhookSection({ event }: Props) {
  const { loaded, reload } = usePrograms()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [log, setLog] = useState<Webhook | null>(null)
  const [asked, setAsked] = useState<{ what: keyof typeof words.QUESTIONS; webhook: Webhook } | null>(null)
  const { keyFor, forget: forgetKey } = useAttemptKey()
  const { isBusy, outcome, act, forget } = useAct(undefined, programsChanged)
  const isShown = ({ eventId }: Webhook) => !event || eventId === event.id || (eventId === null && event.isOwn)
  const webhooks = loaded.state === 'loaded' ? loaded.value.webhooks.filter(isShown) : []

  const make = async (body: NewWebhook) => {
    const { webhooks: calls } = await loadApi()
    setSecret((await calls.make({ body, headers: { 'idempotency-key': keyFor(body) } })).secret)
    forgetKey()
    setMaking(false)
    return undefined
  }
  const test = async (webhook: Webhook) => {
    await (await loadApi()).webhooks.test({ params: { webhookId: webhook.id } })
    return words.testIsOnItsWay(hostOf(webhook))
  }
  const carryOut = async ({ what, webhook }: NonNullable<typeof asked>) => {
    const { webhooks: calls } = await loadApi()
    const params = { webhookId: webhook.id }
    setAsked(null)
    if (what === 'rotate') {
      setSecret((await calls.rotate({ params })).secret)
      return undefined
    }
    await calls.end({ params })
    setSecret(null)
    return words.isRemoved(hostOf(webhook))
  }
  const question = asked && words.QUESTIONS[asked.what]

  return (
    <section id="webhooks" className={ruled.section} aria-labelledby="webhooks-heading">
      <h2 id="webhooks-heading">Webhooks</h2>
      <p className="quiet">
        {words.aboutWebhooks} <a href="/api/docs">{words.howToRead}</a>
      </p>
      {loaded.state === 'failed' && <TryAgain onPress={reload}>{words.webhooksNotLoaded}</TryAgain>}
      {webhooks.length > 0 && (
        <ul role="list" className={ruled.list}>
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isBusy={isBusy}
              onLog={() => setLog(webhook)}
              onTest={() => void act(() => test(webhook))}
              onAsk={(what) => setAsked({ what, webhook })}
            />
          ))}
        </ul>
      )}
      {secret && (
        <ShownOnce noun="secret" value={secret}>
          <span>{words.aboutSecret}</span>
        </ShownOnce>
      )}
      {isMaking ? (
        <WebhookForm
          forEvent={event?.id}
          isBusy={isBusy}
          onMake={(wish) => void act(() => make(wish))}
          onCancel={() => setMaking(false)}
        />
      ) : (
        <Button
          look="outlined"
          onClick={() => {
            setSecret(null)
            forget()
            setMaking(true)
          }}
        >
          {words.addWebhook}
        </Button>
      )}
      <FormMessage {...outcome} />
      {log && (
        <WebhookLog
          webhook={log}
          onClose={() => {
            setLog(null)
            // Whether it is failing may have changed since the list was loaded.
            programsChanged()
          }}
        />
      )}
      {asked && question && (
        <Dialog open onClose={() => setAsked(null)} title={question.title(hostOf(asked.webhook))} locked={isBusy}>
          <div className="stack gap-16">
            <p>{question.text}</p>
            <DialogActs
              act={question.act}
              ends={asked.what === 'remove'}
              onAct={() => void act(() => carryOut(asked))}
              isBusy={isBusy}
              onClose={() => setAsked(null)}
            />
          </div>
        </Dialog>
      )}
    </section>
  )
}
