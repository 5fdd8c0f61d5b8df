// What is shown beneath SOLD OUT: one button, whatever the state. It is part of the page that everybody gets; the person's
// own entry comes afterwards and changes its words, not its size.
import { lazy, useCallback, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useEntry } from './use-entry.ts'
import { useJoin } from './use-join.tsx'
import { entryLabel } from './words.ts'

/** For the page of an email's link. Lazy, because an event's page imports this file and shows it only in a dialog. */
export const EntryView = lazy(() => import('./entry-view.tsx').then((file) => ({ default: file.EntryView })))

const { Part: WaitingDialog, preload } = lazyPart(() => import('./waiting-dialog.tsx'))

interface Props {
  event: Event
  /** For somebody who has a place already. */
  isQuiet?: boolean
  className?: string
}

export function WaitingList({ event, isQuiet, className }: Props) {
  const { entry, show, reload } = useEntry(event.id)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const join = useJoin(event, { onEntry: show, openDialog: () => setOpen(true), closeDialog: close })
  return (
    <>
      <Button
        look={entry?.state === 'offered' || !(entry || isQuiet) ? 'primary' : 'outlined'}
        className={className}
        onPointerEnter={preload}
        onClick={() => setOpen(true)}
      >
        {entryLabel(entry ?? null)}
      </Button>
      {isOpen && (
        <WaitingDialog
          event={event}
          entry={entry}
          join={join}
          onEntry={show}
          onOutdated={reload}
          onClose={close}
          onUnavailable={close}
        />
      )}
    </>
  )
}
