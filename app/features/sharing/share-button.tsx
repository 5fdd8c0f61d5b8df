import { SOON_TOAST_MS } from '../../../contract/limits.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ShareIcon } from '../../ui/icons.tsx'
import { useToast } from '../../ui/toast.tsx'

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The system's share sheet where there is one, else the address goes to the clipboard. */
export default function ShareButton({ title }: { title: string }) {
  const toast = useToast()

  const share = async () => {
    const url = location.origin + location.pathname
    try {
      if (navigator.share) return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      toast('Link copied', { ms: SOON_TOAST_MS })
    } catch (error) {
      if (!isDismissed(error)) toast('Could not share this event.', { severity: 'error', ms: SOON_TOAST_MS })
    }
  }

  return (
    <IconButton label="Share" onClick={() => void share()}>
      <ShareIcon />
    </IconButton>
  )
}
