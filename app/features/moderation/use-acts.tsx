// What a screen of the console does: asks for a reason in a dialog, says what was done, and looks again.
import { useState, type ReactNode } from 'react'
import type { Client } from '../../../contract/client.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Asked } from './decide-dialog.tsx'
import * as words from './words.tsx'

const { Part: DecideDialog, preload } = lazyPart(() => import('./decide-dialog.tsx'))

export interface Acts {
  askFor: (asked: Asked) => void
  /** Asks first, because it emails the people who reported it. */
  leave: (subject: { eventId: number } | { accountId: number }) => void
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
      toast(failureSentence(error, NOT_SAVED), { severity: 'error' })
    }
    setBusy(false)
  }
  const [left, setLeft] = useState<Parameters<Acts['leave']>[0] | null>(null)
  const leave = (subject: Parameters<Acts['leave']>[0]) =>
    attempt(words.staysAsIsAndTold, (api) => api.moderationConsole.dismiss({ body: { subject } }))
  const leaveUnreported: Acts['leaveUnreported'] = (eventId) =>
    attempt(words.staysAsIs, (api) => api.moderationConsole.dismiss({ body: { subject: { eventId } } }))
  const release: Acts['release'] = (eventId) =>
    attempt(words.isListedNow, (api) => api.review.release({ params: { eventId } }))
  const done = (said: string) => {
    close()
    toast(said)
    onDone()
  }
  const dialog = (
    <>
      {asked && <DecideDialog asked={asked} onClose={close} onDone={done} onUnavailable={close} />}
      <Dialog open={left !== null} onClose={() => setLeft(null)} title={words.leaveAsIs} locked={isBusy}>
        <div className="stack gap-20">
          <p>{words.aboutLeaving}</p>
          <DialogActs
            act={words.leaveIt}
            onAct={() => left && void leave(left).then(() => setLeft(null))}
            isBusy={isBusy}
            onClose={() => setLeft(null)}
          />
        </div>
      </Dialog>
    </>
  )
  return { askFor: setAsked, leave: setLeft, leaveUnreported, release, isBusy, preload, dialog }
}
