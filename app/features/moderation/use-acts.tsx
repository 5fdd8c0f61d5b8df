// What a screen of the console does: asks for a reason in a dialog, says what was done, and looks again.
import { useState, type ReactNode } from 'react'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Asked } from './decide-dialog.tsx'

const { Part: DecideDialog, preload } = lazyPart(() => import('./decide-dialog.tsx'))

export interface Acts {
  askFor: (asked: Asked) => void
  leave: (subject: { eventId: number } | { accountId: number }) => Promise<void>
  isBusy: boolean
  preload: () => void
  dialog: ReactNode
}

export function useActs(onDone: () => void): Acts {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const close = () => setAsked(null)
  const leave: Acts['leave'] = async (subject) => {
    setBusy(true)
    try {
      const { moderationConsole } = await loadApi()
      await moderationConsole.dismiss({ body: { subject } })
      toast('It stays as it is, and those who reported it are told.')
      onDone()
    } catch (error) {
      toast(failureSentence(error, 'This could not be saved. Please try again.'), { severity: 'error' })
    }
    setBusy(false)
  }
  const done = (said: string) => {
    close()
    toast(said)
    onDone()
  }
  const dialog = asked && <DecideDialog asked={asked} onClose={close} onDone={done} onUnavailable={close} />
  return { askFor: setAsked, leave, isBusy, preload, dialog }
}
