// How long to wait before a worker that has ended is replaced. One that dies once is replaced at once; one that keeps dying
// must not take the processor from the others with its starts.

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A worker that served for this long has not died of its start. */
export const STEADY_MS = 60_000

/** `deaths`: how many in a row have ended without having served for long, the last one included. */
export const pauseBefore = (deaths: number) =>
  deaths <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths - 2))
