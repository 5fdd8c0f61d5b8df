import { useEffect, useEffectEvent, useState } from 'react'
import { failureSentence } from '../../lib/failure.ts'
import { useSettings } from '../../lib/settings.ts'
import { FormMessage } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import { pushState, renewPush, startPush, stopPush, type PushState } from './push.ts'

const FAILED = 'Notifications on this device could not be changed. Please try again.'

/** Offers, changes and reminders on this device. The browser asks for permission when it is switched on, never before. */
export function PushSwitch({ onState }: { onState?: (state: PushState) => void }) {
  const { keepsTickets } = useSettings()
  const [state, setState] = useState<PushState>('unsupported')
  const tell = useEffectEvent((known: PushState) => onState?.(known))
  useEffect(() => tell(state), [state])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let isCurrent = true
    renewPush().then(
      (known) => isCurrent && setState(known),
      // A window that keeps nothing: there is nothing to switch.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])

  if (!keepsTickets || state === 'unsupported') return null

  const change = async (isOn: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      setState(await (isOn ? startPush() : stopPush()))
    } catch (error) {
      setProblem(failureSentence(error, FAILED))
      setState(await pushState().catch((): PushState => 'off'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <Switch
        label="Tell me on this device"
        description={
          state === 'blocked'
            ? 'Your browser blocks notifications from this site. You can allow them in its settings.'
            : 'When something changes, the night before, and when a place comes up.'
        }
        checked={state === 'on'}
        locked={isBusy || state === 'blocked'}
        onChange={(checked) => void change(checked)}
      />
      <FormMessage problem={problem} />
    </div>
  )
}
