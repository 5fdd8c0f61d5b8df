// One short message at a time, with its own clock: the newest replaces what is there, and neither a dialog that opens nor
// a screen that changes gives it more time. No React, so that time can be played in tests.
import { TOAST_MS } from '../../contract/limits.ts'

export type Severity = 'success' | 'error' | 'info'

/** What can be done about it, with one press. */
export interface ToastAction {
  label: string
  onPress: () => void
}

export interface Toast {
  id: number
  message: string
  severity: Severity
  action?: ToastAction
}

export interface ToastOptions {
  action?: ToastAction
  severity?: Severity
  ms?: number
}

export function createToaster(onChange: (toast: Toast | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextId = 1
  let isHeld = false
  let isOver = false

  function close() {
    clearTimeout(timer)
    isHeld = false
    onChange(null)
  }

  return {
    show: (message: string, { severity = 'success', ms = TOAST_MS, action }: ToastOptions = {}) => {
      clearTimeout(timer)
      isOver = false
      onChange({ id: nextId++, message, severity, action })
      timer = setTimeout(() => {
        isOver = true
        if (!isHeld) close()
      }, ms)
    },
    close,
    /** Somebody who points at it, or has reached its button by keyboard, is still reading. */
    hold: () => {
      isHeld = true
    },
    letGo: () => {
      isHeld = false
      if (isOver) close()
    },
  }
}
