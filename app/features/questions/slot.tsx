// Ask the organiser: a button that every page of an event can carry; the form comes when it is pressed.
import { useState } from 'react'
import { readStored } from '../../lib/device-storage.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const { Part: AskDialog, preload } = lazyPart(() => import('./ask-dialog.tsx'))

interface Props {
  eventId: number
  /** Of an unlisted event. */
  eventKey?: string
}

export function AskOrganiser({ eventId, eventKey }: Props) {
  const [isOpen, setOpen] = useState(false)
  const login = useLoginDialog()
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  const press = () => {
    if (readStored('token')) open()
    else login.open({ mode: 'login', onSuccess: open })
  }
  return (
    <div>
      <Button look="outlined" onPointerEnter={preload} onClick={press}>
        Ask the organiser
      </Button>
      {isOpen && <AskDialog eventId={eventId} eventKey={eventKey} onClose={close} onUnavailable={close} />}
    </div>
  )
}
