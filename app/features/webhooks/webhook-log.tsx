import { useState } from 'react'
import { DAY } from '../../../contract/durations.ts'
import { WEBHOOK_KEPT_DAYS } from '../../../contract/message-types.ts'
import type { Delivery, Webhook } from '../../../contract/webhooks.ts'
import { usePages } from '../../data/use-pages.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { Spinner } from '../../ui/spinner.tsx'
import { hostOf } from '../api-keys/slot.tsx'
import * as words from './webhook-words.ts'

function DeliveryRow({ delivery, isBusy, onAgain }: { delivery: Delivery; isBusy: boolean; onAgain: () => void }) {
  const { type, createdAt, note } = delivery
  return (
    <li className={ruled.row}>
      <span>
        <strong>{type}</strong> <span className="quiet">{words.whenOf(createdAt)}</span>
        <span className={ruled.facts}>{words.stateOf(delivery)}</span>
        {note && <span className={ruled.facts}>“{note}”</span>}
      </span>
      <Button
        look="text"
        disabled={isBusy}
        aria-label={words.sendAgainOf(type, words.whenOf(createdAt))}
        onClick={onAgain}
      >
        {words.sendAgain}
      </Button>
    </li>
  )
}

/** What was sent to a webhook, what came of it, and sending it again. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const params = { webhookId: webhook.id }
  const [opened] = useState(() => Date.now())
  const { pages, next, hasFailed, isWaiting, isLoadingMore, reload, loadMore } = usePages(
    `webhook log ${webhook.id} ${opened}`,
    async (api, cursor) => {
      const page = await api.webhooks.listDeliveries({ params, query: cursor ? { cursor } : {} })
      return { items: page.items, next: page.next }
    },
  )
  const { isBusy, outcome, act } = useAct(words.notSentAgain, reload)
  const items = pages.flatMap((page) => page.items)

  const again = async (body: { id: string } | { from: string }) => {
    const { count } = await (await loadApi()).webhooks.replay({ params, body })
    return words.beingSentAgain(count)
  }

  return (
    <Dialog open onClose={onClose} title={words.messagesTo(hostOf(webhook))} locked={isBusy}>
      <div className="stack column gap-16">
        <p className="quiet">{words.keptFor(WEBHOOK_KEPT_DAYS)}</p>
        <div className="row wrap gap-10">
          <Button look="outlined" onClick={reload}>
            Refresh
          </Button>
          {items.length > 0 && (
            <Button
              look="text"
              disabled={isBusy}
              onClick={() => void act(() => again({ from: new Date(Date.now() - DAY).toISOString() }))}
            >
              {words.sendLastDayAgain}
            </Button>
          )}
        </div>
        <FormMessage {...outcome} />
        {hasFailed && <TryAgain onPress={reload}>{words.messagesNotLoaded}</TryAgain>}
        {isWaiting && <Spinner />}
        {!isWaiting && !hasFailed && items.length === 0 && <p>{words.nothingSent}</p>}
        <ul role="list" className={ruled.list}>
          {items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isBusy={isBusy}
              onAgain={() => void act(() => again({ id: delivery.id }))}
            />
          ))}
        </ul>
        {next && (
          <Button look="outlined" disabled={isLoadingMore} onClick={loadMore}>
            {words.showOlder}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
