import { useLayoutEffect, useRef } from 'react'

/**
 * Undo takes the place of the pressed button, and the other way round: it stays where the finger is, however much of the page
 * above has gone, and has the focus. `change`: another value with every answer.
 */
export function useUnderTheFinger(isUndo: boolean, change: unknown) {
  /** Undo, or what was there before it. */
  const target = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const pressedAt = useRef<number | null>(null)
  const isUndoFocused = useRef(false)

  useLayoutEffect(() => {
    const to = target.current ?? root.current
    const from = pressedAt.current
    pressedAt.current = null
    if (from !== null && to) scrollBy({ top: to.getBoundingClientRect().top - from, behavior: 'instant' })
    // Also when the time to undo is over while Undo has the focus.
    if (from !== null || isUndoFocused.current) to?.focus({ preventScroll: true })
    isUndoFocused.current = isUndo && document.activeElement === target.current
  }, [isUndo, change])

  return {
    root,
    target,
    onUndoFocus: (isFocused: boolean) => {
      isUndoFocused.current = isFocused
    },
    /** Before it is sent. From a toast's button there is no place: then it is where the button of the page is. */
    note: () => {
      const active = root.current?.contains(document.activeElement) ? document.activeElement : target.current
      pressedAt.current = active?.getBoundingClientRect().top ?? null
      if (active === target.current) target.current?.focus({ preventScroll: true })
    },
    /** It was not done. */
    forget: () => {
      pressedAt.current = null
    },
  }
}
