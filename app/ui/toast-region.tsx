import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../lib/classes.ts'
import { useTopmostDialog } from './dialog-stack.ts'
import { CloseIcon } from './icons.tsx'
import type { Toast } from './toast.tsx'
import style from './toast.module.css'

interface Props {
  toast: Toast | undefined
  onClose: () => void
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [isHeld, setIsHeld] = useState(false)

  // Whoever points at it or has come to its button with the keyboard is still reading.
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onClose, toast.ms)
    return () => clearTimeout(timer)
  }, [isHeld, toast, onClose])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onClose])

  return (
    <div
      className={classes(style.toast, toast.severity === 'error' && style.error)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className={style.text}>{toast.message}</span>
      <button type="button" className={style.close} onClick={onClose} aria-label="Close message">
        <CloseIcon />
      </button>
    </div>
  )
}

function LiveRegions({ toast, onClose }: Props) {
  const region = useRef<HTMLDivElement>(null)

  // In the top layer, above whatever stands there; always, because a screen reader announces only what comes into a
  // region that it already knew.
  useEffect(() => {
    const element = region.current
    element?.showPopover()
    return () => {
      if (element?.isConnected) element.hidePopover()
    }
  }, [])

  const card = toast && <ToastCard key={toast.id} toast={toast} onClose={onClose} />
  const isError = toast?.severity === 'error'
  return (
    <div ref={region} className={style.region} popover="manual">
      <div role="status">{!isError && card}</div>
      <div aria-live="assertive">{isError && card}</div>
    </div>
  )
}

/** Stands in the page, or in the topmost modal dialog while there is one: all else is inert and unheard then. */
export function ToastRegion({ toast, onClose }: Props) {
  const host = useTopmostDialog()
  const regions = <LiveRegions toast={toast} onClose={onClose} />
  return host ? createPortal(regions, host) : regions
}
