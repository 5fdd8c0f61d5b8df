// How long nobody takes the place of a worker that has ended. One that dies once is replaced at once; one that cannot live
// must not take the processor from the others with its starts.

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Whoever served for this long has not died of its start. */
export const STEADY_MS = 60_000

/** `deaths`: how many of this place have ended in a row without having served for long, the last one included. */
export const pauseBefore = (deaths: number) =>
  deaths <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths - 2))
