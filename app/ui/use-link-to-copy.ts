import { useRef } from 'react'
import { SOON_TOAST_MS } from '../../contract/limits.ts'
import { useToast } from './toast.tsx'

/** A field that shows a link, and what copies it: `<input {...field} />`, `<Button onClick={copy}>`. */
export function useLinkToCopy(url: string) {
  const toast = useToast()
  const ref = useRef<HTMLInputElement>(null)
  const copyOrMark = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast('Link copied', { ms: SOON_TOAST_MS })
    } catch {
      // Over plain http there is no clipboard: what is selected can be copied by hand.
      ref.current?.select()
      toast('Please copy the selected link.', { severity: 'info', ms: SOON_TOAST_MS })
    }
  }
  const field = { ref, value: url, readOnly: true, onFocus: () => ref.current?.select() }
  return { field, copy: () => void copyOrMark() }
}
