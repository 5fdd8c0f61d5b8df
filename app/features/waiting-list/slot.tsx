// What is shown beneath SOLD OUT: one button, whatever the state. It is part of the page that everybody gets; the person's
// own entry comes afterwards and changes its words, not its size.
import { lazy, useCallback, useState, type ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { useOwn } from '../../session/use-own.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useJoin } from './use-join.tsx'
import { entryLabel } from './words.ts'

/** For the page of an email's link. Lazy, because an event's page imports this file and shows it only in a dialog. */
export const EntryView = lazy(() => import('./entry-view.tsx').then((file) => ({ default: file.EntryView })))

const { Part: WaitingDialog, preload } = lazyPart(() => import('./waiting-dialog.tsx'))

interface Props {
  event: Event
  /** For somebody who has a place already. */
  isQuiet?: boolean
  /** Above the login dialog: what it is for. */
  reason: () => ReactNode
  /** Of an event that is paid: what was offered is ordered. */
  onOrder: (count: number) => void
  className?: string
}

export function WaitingList({ event, isQuiet, reason, onOrder, className }: Props) {
  // Most who look do not wait. The call for one entry returns 404 then, which browsers log as an error; this one does not.
  const {
    own: entry,
    show,
    reload,
  } = useOwn<WaitingEntry>(
    event.id,
    'The waiting list',
    async (api) => (await api.waitingList.mine()).find(({ eventId }) => eventId === event.id) ?? null,
  )
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const join = useJoin(event, { onEntry: show, openDialog: () => setOpen(true), closeDialog: close, reason })
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
          onOrder={(count) => {
            close()
            onOrder(count)
          }}
        />
      )}
    </>
  )
}
