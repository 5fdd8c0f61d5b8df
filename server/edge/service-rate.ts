// How many requests this machine finishes in a second, measured while there are more than it can finish: an idle server
// finishes little and could finish much. Only what was served counts, so turning people away never lowers it.

// So many may be in service at once as are finished in this time. More would only wait inside instead of in the line,
// where it costs nothing and can be fair; fewer would leave batches of bookings half empty.
const SERVICE_SECONDS = 0.25
// However slow the work is: below this the processor idles while PostgreSQL answers.
const MIN_WINDOW = 64
// While nothing is known.
const FIRST_WINDOW = 256
// A second of measures; half of one before they are believed, because a new process is slow for a moment.
const MEASURES = 10
const ENOUGH = 5
export const MEASURE_MS = 100

export class ServiceRate {
  perSecond = Infinity
  window = FIRST_WINDOW
  #rush: { finished: number; ms: number }[] = []
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
    if (this.#rush.length < ENOUGH) return
    const ms = this.#rush.reduce((sum, one) => sum + one.ms, 0)
    const finished = this.#rush.reduce((sum, one) => sum + one.finished, 0)
    this.perSecond = (finished / ms) * 1_000
    this.window = Math.max(MIN_WINDOW, Math.ceil(this.perSecond * SERVICE_SECONDS))
  }

  #forget() {
    this.#rush = []
    this.perSecond = Infinity
    this.window = FIRST_WINDOW
  }
}
