// How many requests this machine finishes in a second, measured while there are more than it can finish: an idle server
// finishes little and could finish much. Only what was served counts, so turning people away never lowers it.

// As many may be in service at once as are finished in this time. More would only wait inside instead of in the line,
// where it costs nothing and can be fair; fewer would leave batches of bookings half empty.
const SERVICE_SECONDS = 0.25
// However slow the work is: below this the processor idles while PostgreSQL answers.
const MIN_WINDOW = 16
// While nothing is known.
const FIRST_WINDOW = 256
// A second of measures before they are believed, because a new process is slow for a moment; of these the newest, which
// show first that it is faster now.
const MEASURES = 10
const NEWEST = 3
export const MEASURE_MS = 100

interface Measure {
  finished: number
  ms: number
}

function rateOf(measures: Measure[]): number {
  const ms = measures.reduce((sum, one) => sum + one.ms, 0)
  const finished = measures.reduce((sum, one) => sum + one.finished, 0)
  return (finished / ms) * 1_000
}

export class ServiceRate {
  /**
   * Optimistic: the better of the last second and of its end. Over-estimating only delays a refusal (MAX_WAIT_MS in gate.ts);
   * under-estimating refuses people we could have served.
   */
  perSecond = Infinity
  window = FIRST_WINDOW
  #rush: Measure[] = []
  #calm = 0
  #finished = 0
  #last: number

  constructor(now: number) {
    this.#last = now
  }

  finish() {
    this.#finished++
  }

  /** Called about every MEASURE_MS; later under load, so what counts is the time that has really passed. */
  measure(now: number, isFull: boolean) {
    if (now <= this.#last) return
    const measured = { finished: this.#finished, ms: now - this.#last }
    this.#last = now
    this.#finished = 0
    if (!isFull) {
      // A short gap says nothing; after a second of calm the next rush may be of another kind.
      if (++this.#calm >= MEASURES) this.#forget()
      return
    }
    this.#calm = 0
    this.#rush = [...this.#rush.slice(1 - MEASURES), measured]
    if (this.#rush.length < MEASURES) return
    const overall = rateOf(this.#rush)
    this.perSecond = Math.max(overall, rateOf(this.#rush.slice(-NEWEST)))
    this.window = Math.max(MIN_WINDOW, Math.ceil(overall * SERVICE_SECONDS))
  }

  #forget() {
    this.#rush = []
    this.perSecond = Infinity
    this.window = FIRST_WINDOW
  }
}
