import { useEffect, useState } from 'react'
import { DAY, HOUR, MINUTE } from '../../contract/durations.ts'

/** '1:42', '45 min', '3 h 20 min', '2 days': as exact as it matters. */
export function timeLeftText(ms: number): string {
  if (ms < 10 * MINUTE) {
    const seconds = Math.max(0, Math.ceil(ms / 1_000))
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  const minutes = Math.floor(ms / MINUTE)
  if (ms < HOUR) return `${minutes} min`
  if (ms < 2 * DAY)
    return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `${Math.floor(ms / DAY)} days`
}

/** Milliseconds until then, counted down while the screen is open; 0 from then on, and when `until` is missing. */
export function useTimeLeft(until: string | null | undefined): number {
  const end = until ? Date.parse(until) : Number.NaN
  const [now, setNow] = useState(() => Date.now())
  const left = Number.isNaN(end) ? 0 : Math.max(0, end - now)
  const step = left > 10 * MINUTE + 1_000 ? 1_000 * 20 : 1_000
  const isOver = left === 0
  useEffect(() => {
    if (Number.isNaN(end)) return
    setNow(Date.now())
    if (end <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), step)
    return () => clearInterval(timer)
    // isOver: the last tick ends the counting.
  }, [end, step, isOver])
  return left
}
