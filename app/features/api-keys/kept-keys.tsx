// A new password, or the end of other sessions, ends keys for other programs and webhooks: their owner ticks those to keep.
import { useSyncExternalStore } from 'react'
import type { ApiKey } from '../../../contract/api-keys.ts'
import type { Webhook } from '../../../contract/webhooks.ts'
import { useCall } from '../../data/use-call.ts'
import style from './api-keys.module.css'
import * as words from './words.ts'

interface Tick {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export const TickRow = ({ label, checked, onChange }: Tick) => (
  <label className={style.tick}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
)

export const ticked = <T,>(list: T[], one: T, isOn: boolean) =>
  isOn ? [...list, one] : list.filter((it) => it !== one)

export interface Programs {
  keys: ApiKey[]
  webhooks: Webhook[]
}

// Several sections of a page show them: a change in one is seen by the others.
let version = 0
const shown = new Set<() => void>()

export function programsChanged() {
  version++
  for (const show of shown) show()
}

function subscribe(show: () => void) {
  shown.add(show)
  return () => void shown.delete(show)
}

/** One's keys and webhooks. */
export function usePrograms() {
  const current = useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  )
  return useCall(
    'programs',
    async (api): Promise<Programs> => {
      const [keys, webhooks] = await Promise.all([api.apiKeys.list(), api.webhooks.list()])
      return { keys, webhooks }
    },
    current,
  )
}

export const NONE_KEPT = { keepKeys: [] as number[], keepWebhooks: [] as number[] }

/** The server's name: an address may carry a secret. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>) => new URL(url).host

interface Props {
  programs: Programs
  kept: typeof NONE_KEPT
  onChange: (kept: typeof NONE_KEPT) => void
}

export function KeptPrograms({ programs: { keys, webhooks }, kept, onChange }: Props) {
  if (keys.length + webhooks.length === 0) return null
  return (
    <fieldset className={style.ticks}>
      <legend>{words.willEnd}</legend>
      {keys.map(({ id, name, ending }) => (
        <TickRow
          key={`key ${id}`}
          label={words.keepKey(name, ending)}
          checked={kept.keepKeys.includes(id)}
          onChange={(isOn) => onChange({ ...kept, keepKeys: ticked(kept.keepKeys, id, isOn) })}
        />
      ))}
      {webhooks.map((webhook) => (
        <TickRow
          key={`webhook ${webhook.id}`}
          label={words.keepWebhook(hostOf(webhook))}
          checked={kept.keepWebhooks.includes(webhook.id)}
          onChange={(isOn) => onChange({ ...kept, keepWebhooks: ticked(kept.keepWebhooks, webhook.id, isOn) })}
        />
      ))}
    </fieldset>
  )
}
