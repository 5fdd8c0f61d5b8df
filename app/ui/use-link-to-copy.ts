import { useRef } from 'react'
import { SOON_TOAST_MS } from '../../contract/limits.ts'
import { useToast } from './toast.tsx'

/** A field that shows a link or a key, and what copies it: `<input {...field} />`, `<Button onClick={copy}>`. */
export function useLinkToCopy(url: string, what = 'Link') {
  const toast = useToast()
  const ref = useRef<HTMLInputElement>(null)
  const copyOrMark = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast(`${what} copied`, { ms: SOON_TOAST_MS })
    } catch {
      // Over plain http there is no clipboard: what is selected can be copied by hand.
      ref.current?.select()
      toast(`Please copy the selected ${what.toLowerCase()}.`, { severity: 'info', ms: SOON_TOAST_MS })
    }
  }
  const field = { ref, value: url, readOnly: true, onFocus: () => ref.current?.select() }
  return { field, copy: () => void copyOrMark() }
}
