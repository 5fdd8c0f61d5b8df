import { useEffect, useEffectEvent, useState } from 'react'
import type { FormPart } from './parts.ts'

/** Which part is open, 0 for the details. It is in the address, so that a reload and a link open the same one. */
export function usePartInAddress(parts: FormPart[]): [number, (tab: number) => void] {
  const [tab, setTab] = useState(0)
  const openNamed = useEffectEvent(() => {
    const named = parts.findIndex(({ slug, isOn }) => isOn && location.hash === `#${slug}`)
    if (named >= 0) setTab(named + 1)
  })
  // Once: later presses write the address themselves.
  useEffect(() => openNamed(), [])
  const choose = (next: number) => {
    setTab(next)
    const slug = parts[next - 1]?.slug
    // Not through the router, which would take it for leaving the form.
    history.replaceState(history.state, '', slug ? `#${slug}` : location.pathname + location.search)
  }
  return [tab, choose]
}
