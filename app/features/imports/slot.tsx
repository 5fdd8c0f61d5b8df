// Import of guests on the manage screen, with what can still be undone, and of events on My Events.
import { useState } from 'react'
import type { GuestImport } from '../../../contract/imports.ts'
import { useCall } from '../../data/use-call.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProof } from '../proof/slot.tsx'
import style from './imports.module.css'
import * as words from './import-words.ts'

const { Part: ImportDialog } = lazyPart(() => import('./import-dialog.tsx'))

const { Part: EventsDialog } = lazyPart(() => import('./events-dialog.tsx'))

interface Props {
  eventId: number
  onChange: () => void
}

export function ImportButton({ eventId, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const close = () => setOpen(false)
  // After Google the file has to be chosen again: the browser has left the page.
  const { withProof, proofDialog } = useProof('guests-heading', { import: () => setOpen(true) })
  return (
    <>
      <Button look="outlined" onClick={() => setOpen(true)}>
        {words.importGuests}
      </Button>
      {isOpen && (
        <ImportDialog
          eventId={eventId}
          withProof={withProof}
          onClose={close}
          onUnavailable={close}
          onDone={(success) => {
            close()
            toast(success)
            onChange()
          }}
        />
      )}
      {proofDialog}
    </>
  )
}

const canBeUndone = ({ undoneAt, undoUntil }: GuestImport) => undoneAt === null && Date.parse(undoUntil) > Date.now()

/** `freshness` changes with every import. */
export function UndoImports({ eventId, onChange, freshness }: Props & { freshness: unknown }) {
  const { loaded, refresh } = useCall(
    `imports ${eventId}`,
    (api) => api.imports.list({ params: { eventId } }),
    freshness,
  )
  const [asked, setAsked] = useState<GuestImport | null>(null)
  const { isBusy, outcome, act } = useAct('The import could not be undone. Please try again.', () => {
    setAsked(null)
    refresh()
    onChange()
  })
  const made = loaded.state === 'loaded' ? loaded.value.filter(canBeUndone) : []
  if (made.length === 0 && !outcome.success && !outcome.problem) return null
  const undo = (importId: number) =>
    act(async () => {
      const { imports } = await loadApi()
      const { removed, kept } = await imports.undo({ params: { eventId, importId } })
      const stay =
        kept > 0 ? ` ${words.guestCount(kept)} can’t be removed: they were let in, changed or written to.` : ''
      return `${words.guestCount(removed)} removed.${stay}`
    })
  return (
    <div className="stack gap-8">
      {made.map((one) => (
        <p key={one.id} className={style.made}>
          <span>{words.importedFrom(words.guestCount(one.guests), words.SOURCE_NAMES[one.source])}</span>
          <Button look="text" disabled={isBusy} onClick={() => setAsked(one)}>
            {words.undoImport}
          </Button>
        </p>
      ))}
      <FormMessage {...outcome} />
      {asked && (
        <Dialog open onClose={() => setAsked(null)} title={words.askToUndo} locked={isBusy}>
          <div className="stack gap-16">
            <p>{words.aboutUndoing(words.guestCount(asked.guests))}</p>
            <DialogActs
              act={words.undoImport}
              ends
              onAct={() => void undo(asked.id)}
              isBusy={isBusy}
              onClose={() => setAsked(null)}
            />
          </div>
        </Dialog>
      )}
    </div>
  )
}

export function ImportEvents({ onChange }: Pick<Props, 'onChange'>) {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const close = () => setOpen(false)
  return (
    <div className={style.events}>
      <Button look="outlined" onClick={() => setOpen(true)}>
        {words.importEvents}
      </Button>
      {isOpen && (
        <EventsDialog
          onClose={close}
          onUnavailable={close}
          onDone={(success) => {
            close()
            toast(success)
            onChange()
          }}
        />
      )}
    </div>
  )
}
