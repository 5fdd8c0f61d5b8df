// One facility for short messages: bottom centre, one after another, announced to screen readers.
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react'
import { TOAST_MS } from '../../contract/limits.ts'
import { ToastRegion } from './toast-region.tsx'

export type Severity = 'success' | 'error' | 'info'

export interface Toast {
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
  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion toast={queue[0]} onClose={close} />
    </ToastContext>
  )
}
