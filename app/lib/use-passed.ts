import { useEffect, useState } from 'react'

// Timers cannot wait for longer than this, 24 days; no page is open for so long.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Whether this moment has come since the part that asks was shown. */
export function usePassed(moment: string | undefined): boolean {
  const [passed, setPassed] = useState<string>()
  useEffect(() => {
    if (moment === undefined) return
    const left = Date.parse(moment) - Date.now()
    if (left > LONGEST_TIMER_MS) return
    const timer = setTimeout(() => setPassed(moment), left)
    return () => clearTimeout(timer)
  }, [moment])
  return moment !== undefined && passed === moment
}
