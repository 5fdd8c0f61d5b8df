// Long enough for the first pictures on a slow phone, short enough to be part of the visit.
const AT_LATEST_MS = 2_000

/** Runs when the browser is idle; returns how to cancel it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: AT_LATEST_MS })
  return () => cancelIdleCallback(handle)
}
