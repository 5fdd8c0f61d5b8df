// The platform's own modal dialog: focus is trapped and returned, Escape closes, the page behind is inert.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { enterStack, leaveStack } from './dialog-stack.ts'
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
  hideTitle = false,
  hideCross = false,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    if (!dialog.open) dialog.showModal()
    enterStack(dialog)
    return () => {
      leaveStack(dialog)
      dialog.close()
    }
  }, [open])

  return (
    // A click on the dialog itself is one on its backdrop; keyboards have Escape and the cross.
    <dialog
      ref={ref}
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
      {open && (
        <div className={style.body}>
          <div className={style.head}>
            <h2 id={titleId} className={hideTitle ? 'visually-hidden' : undefined}>
              {title}
            </h2>
            {!hideCross && (
              <button type="button" className={style.close} onClick={onClose} disabled={locked} aria-label="Close">
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
