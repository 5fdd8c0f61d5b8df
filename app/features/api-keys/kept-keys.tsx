// A new password, or the end of other sessions, ends keys for other programs: their owner ticks those to keep.
import { useSyncExternalStore } from 'react'
import type { ApiKey } from '../../../contract/api-keys.ts'
import { useCall } from '../../data/use-call.ts'
import style from './api-keys.module.css'

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

// Three sections of a page show them: a change in one is seen by the others.
let version = 0
const shown = new Set<() => void>()

export function keysChanged() {
  version++
  for (const show of shown) show()
}

function subscribe(show: () => void) {
  shown.add(show)
  return () => void shown.delete(show)
}

export function useKeys() {
  const current = useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  )
  return useCall('api keys', (api) => api.apiKeys.list(), current)
}

interface Props {
  keys: ApiKey[]
  kept: number[]
  onChange: (kept: number[]) => void
}

export function KeptKeys({ keys, kept, onChange }: Props) {
  if (keys.length === 0) return null
  return (
    <fieldset className={style.ticks}>
      <legend>Keys for other programs end, unless you keep them</legend>
      {keys.map(({ id, name, ending }) => (
        <TickRow
          key={id}
          label={`Keep ${name} (…${ending})`}
          checked={kept.includes(id)}
          onChange={(isKept) => onChange(isKept ? [...kept, id] : kept.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}
