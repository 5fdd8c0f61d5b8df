import { useState } from 'react'
import { useParams } from 'react-router'
import { keyedPath } from '../../../contract/event-access.ts'
import { IconButton } from '../../ui/button.tsx'
import { ShareIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'

const { Part: ShareSheet } = lazyPart(() => import('./share-sheet.tsx'))

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

export interface ShareProps {
  title: string
  eventKey?: string
  /** A draft: nobody else could open its link. */
  isPrivate?: boolean
}

/** The system's own sheet where there is one, else ours. */
export default function ShareButton({ title, eventKey, isPrivate }: ShareProps) {
  const { eventId = '' } = useParams()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const toast = useToast()

  const share = async () => {
    if (isPrivate) return toast('Only you can see this draft. Publish it before you share it.', { severity: 'info' })
    if (!navigator.share) return setOpen(true)
    try {
      await navigator.share({ title, url: location.origin + keyedPath(location.pathname, { key: eventKey }) })
    } catch (error) {
      if (!isDismissed(error)) setOpen(true)
    }
  }

  return (
    <>
      <IconButton label="Share" onClick={() => void share()}>
        <ShareIcon />
      </IconButton>
      {isOpen && (
        <ShareSheet title={title} eventId={Number(eventId)} eventKey={eventKey} onClose={close} onUnavailable={close} />
      )}
    </>
  )
}
