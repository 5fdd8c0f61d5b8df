import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

// A page for signed-in people shows its heading once its data is there; longer than this nobody waits for it.
const PATIENCE_MS = 3_000

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector<HTMLElement>('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** After a navigation within the app, what a fresh page would do: the reader starts at the heading, which is read out. */
export function useHeadingFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    const element = main.current
    if (!element || shown.current === pathname) return
    shown.current = pathname
    // A dialog that is open over the new page keeps the focus, and so does anything focused since.
    const isTaken = () => document.querySelector('dialog:modal') !== null
    if (isTaken() || focusHeading(element)) return
    element.focus({ preventScroll: true })
    const waiting = new MutationObserver(() => {
      if (document.activeElement !== element || isTaken() || focusHeading(element)) waiting.disconnect()
    })
    waiting.observe(element, { childList: true, subtree: true })
    const timer = setTimeout(() => waiting.disconnect(), PATIENCE_MS)
    return () => {
      waiting.disconnect()
      clearTimeout(timer)
    }
  }, [pathname])

  return main
}
