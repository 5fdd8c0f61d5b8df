// One facility for short messages: bottom centre, one after another, announced to screen readers.
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { TOAST_MS } from '../../contract/limits.ts'
import { classes } from '../lib/classes.ts'
import { CloseIcon } from './icons.tsx'
import style from './toast.module.css'

export type Severity = 'success' | 'error' | 'info'

interface Toast {
  id: number
  message: string
  severity: Severity
  ms: number
}

export type ShowToast = (message: string, options?: { severity?: Severity; ms?: number }) => void

const ToastContext = createContext<ShowToast | null>(null)

export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}

function ToastRegion({ toast, onClose }: { toast: Toast | undefined; onClose: () => void }) {
  const region = useRef<HTMLDivElement>(null)

  // In the top layer, or an open dialog would lie over it; shown anew for each, to come above whatever opened since.
  useEffect(() => {
    const element = region.current
    if (!toast || !element) return
    element.showPopover()
    return () => element.hidePopover()
  }, [toast])

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(onClose, toast.ms)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [toast, onClose])

  return (
    <div ref={region} className={style.region} popover="manual">
      <div role="status" aria-live={toast?.severity === 'error' ? 'assertive' : 'polite'}>
        {toast && (
          <div key={toast.id} className={classes(style.toast, toast.severity === 'error' && style.error)}>
            <span className={style.text}>{toast.message}</span>
            <button type="button" className={style.close} onClick={onClose} aria-label="Close message">
              <CloseIcon />
            </button>
          </div>
        )}
      </div>
    </div>
  )
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Toast[]>([])
  const nextId = useRef(1)
  const show = useCallback<ShowToast>((message, { severity = 'success', ms = TOAST_MS } = {}) => {
    const toast = { id: nextId.current++, message, severity, ms }
    // The same message pressed again and again is one message.
    setQueue((waiting) =>
      waiting.at(-1)?.message === message ? [...waiting.slice(0, -1), toast] : [...waiting, toast],
    )
  }, [])
  const close = useCallback(() => setQueue((waiting) => waiting.slice(1)), [])
  const region = useMemo(() => <ToastRegion toast={queue[0]} onClose={close} />, [queue, close])
  return (
    <ToastContext value={show}>
      {children}
      {region}
    </ToastContext>
  )
}
