import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../lib/classes.ts'
import { useTopmostDialog } from './dialog-stack.ts'
import { CloseIcon } from './icons.tsx'
import style from './toast.module.css'
import type { createToaster, Toast } from './toaster.ts'

type Toaster = ReturnType<typeof createToaster>

interface Props {
  toast: Toast | null
  toaster: Toaster
}

function ToastCard({ toast, toaster }: { toast: Toast; toaster: Toaster }) {
  const { close, hold, letGo } = toaster
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [close])
  // Moved into or out of a dialog it is another element, which gets no event when the pointer leaves.
  useEffect(() => letGo, [letGo])

  return (
    <div
      className={classes(style.toast, toast.severity === 'error' && style.error)}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <span className={style.text}>{toast.message}</span>
      {toast.action && (
        <button
          type="button"
          className={style.action}
          onClick={() => {
            close()
            toast.action?.onPress()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className={style.close} onClick={close} aria-label="Close message">
        <CloseIcon />
      </button>
    </div>
  )
}

function LiveRegions({ toast, toaster }: Props) {
  const region = useRef<HTMLDivElement>(null)

  // In the top layer, above everything else; always, because a screen reader announces only what comes into a
  // region that it already knew.
  useEffect(() => {
    const element = region.current
    // The dialog around it may have left the page a moment ago.
    if (element?.isConnected) element.showPopover()
    return () => {
      if (element?.isConnected) element.hidePopover()
    }
  }, [])

  const card = toast && <ToastCard key={toast.id} toast={toast} toaster={toaster} />
  const isError = toast?.severity === 'error'
  return (
    <div ref={region} className={style.region} popover="manual">
      <div role="status">{!isError && card}</div>
      <div aria-live="assertive">{isError && card}</div>
    </div>
  )
}

/** Part of the page, or of the topmost modal dialog while there is one: all else is inert and unheard then. */
export function ToastRegion({ toast, toaster }: Props) {
  const host = useTopmostDialog()
  const regions = <LiveRegions toast={toast} toaster={toaster} />
  return host ? createPortal(regions, host) : regions
}
