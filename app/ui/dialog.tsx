// The platform's own modal dialog: focus is trapped and returned, Escape closes, the page behind is inert.
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { enterStack, leaveStack, takeFloor, useFloorIsFree } from './dialog-stack.ts'
import style from './dialog.module.css'
import { CloseIcon } from './icons.tsx'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  place?: 'centre' | 'bottom' | 'left' | 'right'
  /** Escape, the backdrop and the cross do nothing, while something is under way. */
  locked?: boolean
  hideTitle?: boolean
  /**
   * Opened without a press: it waits until no other dialog is open, and is shown in separate tasks, so that
   * a slow phone can answer in between. A pressed one is shown at once, because phones open their keyboard only for what is
   * done within the press.
   */
  unasked?: boolean
  /** Where the dialog has a Close button of its own: two of one name are one too many. */
  hideCross?: boolean
  children: ReactNode
}

export function Dialog({
  open,
  onClose,
  title,
  place = 'centre',
  locked = false,
  unasked = false,
  hideTitle = false,
  hideCross = false,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isFloorFree = useFloorIsFree()
  const isShown = open && (isFloorFree || !unasked)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !isShown) return
    if (!unasked) takeFloor(dialog)
    const show = () => {
      if (!dialog.open) dialog.showModal()
      // The dialog itself rather than its cross, where no field wants the focus: nobody came to close it.
      if (!dialog.querySelector('[autofocus]')) dialog.focus()
    }
    const steps = [show, () => enterStack(dialog)]
    // In a separate task the dialog may already be removed from the page, before this effect is cleaned up.
    const later = (step: () => void) => setTimeout(() => dialog.isConnected && step())
    const timers = steps.map((step) => (unasked ? later(step) : void step()))
    return () => {
      timers.forEach(clearTimeout)
      leaveStack(dialog)
      dialog.close()
    }
  }, [isShown, unasked])

  // Taken away together with what showed it, it is closed while it is still on the page: only then does the browser give the
  // focus back to what opened it.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])

  return (
    // A click on the dialog itself is one on its backdrop; keyboards have Escape and the cross.
    <dialog
      ref={ref}
      tabIndex={-1}
      className={classes(style.dialog, style[place])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !locked) onClose()
      }}
    >
      {isShown && (
        <div className={style.body}>
          <div className={style.head}>
            <h2 id={titleId} className={hideTitle ? 'visually-hidden' : undefined}>
              {title}
            </h2>
            {!hideCross && (
              <button
                type="button"
                className={style.close}
                onClick={locked ? undefined : onClose}
                aria-disabled={locked || undefined}
                aria-label="Close"
              >
                <CloseIcon />
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
