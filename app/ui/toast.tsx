// One facility for short messages: bottom centre, one at a time, announced to screen readers.
import { createContext, useContext, useState, type ReactNode } from 'react'
import { ToastRegion } from './toast-region.tsx'
import { createToaster, type Toast, type ToastOptions } from './toaster.ts'

export type ShowToast = (message: string, options?: ToastOptions) => void

const ToastContext = createContext<ShowToast | null>(null)

export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const [toaster] = useState(() => createToaster(setToast))
  return (
    <ToastContext value={toaster.show}>
      {children}
      <ToastRegion toast={toast} toaster={toaster} />
    </ToastContext>
  )
}
