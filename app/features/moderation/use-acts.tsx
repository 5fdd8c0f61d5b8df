// What a screen of the console does: asks for a reason in a dialog, says what was done, and looks again.
import { useState, type ReactNode } from 'react'
import type { Client } from '../../../contract/client.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Asked } from './decide-dialog.tsx'

const { Part: DecideDialog, preload } = lazyPart(() => import('./decide-dialog.tsx'))

export interface Acts {
  askFor: (asked: Asked) => void
  leave: (subject: { eventId: number } | { accountId: number }) => Promise<void>
  /** An event that only the rules have found. */
  leaveUnreported: (eventId: number) => Promise<void>
  /** Lists an event that waits to be looked at. */
  release: (eventId: number) => Promise<void>
  isBusy: boolean
  preload: () => void
  dialog: ReactNode
}

export function useActs(onDone: () => void): Acts {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const close = () => setAsked(null)
  const attempt = async (said: string, call: (api: Client) => Promise<unknown>) => {
    setBusy(true)
    try {
      await call(await loadApi())
      toast(said)
      onDone()
    } catch (error) {
      toast(failureSentence(error, 'This could not be saved. Please try again.'), { severity: 'error' })
    }
    setBusy(false)
  }
  const leave: Acts['leave'] = (subject) =>
    attempt('It stays as it is, and those who reported it are told.', (api) =>
      api.moderationConsole.dismiss({ body: { subject } }),
    )
  const leaveUnreported: Acts['leaveUnreported'] = (eventId) =>
    attempt('It stays as it is.', (api) => api.moderationConsole.dismiss({ body: { subject: { eventId } } }))
  const release: Acts['release'] = (eventId) =>
    attempt('It is listed now.', (api) => api.review.release({ params: { eventId } }))
  const done = (said: string) => {
    close()
    toast(said)
    onDone()
  }
  const dialog = asked && <DecideDialog asked={asked} onClose={close} onDone={done} onUnavailable={close} />
  return { askFor: setAsked, leave, leaveUnreported, release, isBusy, preload, dialog }
}
