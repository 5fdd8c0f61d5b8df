import { useEffect, useState } from 'react'
import type * as Headings from './list-headings.ts'
import type { ListedEvent } from './list-headings.ts'

// Timers cannot wait for longer than this, 24 days; no page is open for so long.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * The headings that the server has written, which may come out of a cache or a page that was left open. Once their time is
 * over they are made again by this device's clock.
 */
export function useCurrentHeadings(events: ListedEvent[], until: number | null): ListedEvent[] {
  const [renewed, setRenewed] = useState<{ withHeadings: typeof Headings.withHeadings; now: Date }>()
  const current = renewed ? renewed.withHeadings(events, renewed.now) : { events, until }

  useEffect(() => {
    const left = (current.until ?? Infinity) - Date.now()
    if (left > LONGEST_TIMER_MS) return
    let isCurrent = true
    const renew = async () => {
      const { withHeadings } = await import('./list-headings.ts')
      if (isCurrent) setRenewed({ withHeadings, now: new Date() })
    }
    // Without a network yesterday's headings stay, which is better than none.
    const timer = setTimeout(() => void renew().catch(() => undefined), Math.max(0, left))
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [current.until])

  return current.events
}
