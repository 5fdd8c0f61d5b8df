// Answers in flight: requests that come in while one is being made share it, unless a change was announced since it began.
import { AppError } from '../../contract/errors.ts'
import type { Made } from './prepared-answer.ts'
import { EVERYTHING, isWithdrawn, type Tag } from './tags.ts'

/** Given up when the signal aborts. */
export type Make = (signal: AbortSignal) => Promise<Made>

export interface InFlight<T> {
  promise: Promise<T>
  startedAt: number
  /** Which of all the answers it is, in the order in which they were begun. */
  order: number
  /** How many changes had been announced when it began. */
  announcedBefore: number
}

/** What changes announced while it was made did to an answer. */
export type Outcome = 'current' | 'outdated' | 'withdrawn'

/** The answer, or 503 after `limitMs`: a loader or component that never ends must not hold its address for ever. */
export async function withTimeLimit(make: Make, limitMs: number): Promise<Made> {
  const controller = new AbortController()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new AppError('unavailable', { retryAfterSeconds: 2, cause: new Error(`no answer within ${limitMs} ms`) }))
    controller.abort()
  }, limitMs)
  try {
    return await Promise.race([make(controller.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

export class InFlightAnswers<T> {
  readonly #running = new Map<string, InFlight<T>>()
  /** Of changes announced since the oldest of these began: which change it was, counted from the start. */
  readonly #announced = new Map<Tag, number>()
  /** Also those that nobody may join any more. */
  #unfinished = 0
  #begun = 0
  #changes = 0

  get(address: string): InFlight<T> | undefined {
    return this.#running.get(address)
  }

  /** Whether it may be sent to a request that comes now, after the changes announced so far. */
  isCurrent({ announcedBefore }: InFlight<T>) {
    return announcedBefore === this.#changes
  }

  begin(
    address: string,
    startedAt: number,
    make: (outcomeFor: (tags: readonly Tag[]) => Outcome, order: number) => Promise<T>,
  ): InFlight<T> {
    const order = ++this.#begun
    const announcedBefore = this.#changes
    const isAnnounced = (tag: Tag) => (this.#announced.get(tag) ?? 0) > announcedBefore
    const promise = make((tags) => {
      const announced = tags.filter(isAnnounced)
      if (isAnnounced(EVERYTHING) || announced.some(isWithdrawn)) return 'withdrawn'
      return announced.length > 0 ? 'outdated' : 'current'
    }, order)
    const inFlight = { promise, startedAt, order, announcedBefore }
    this.#unfinished++
    this.#running.set(address, inFlight)
    const end = () => {
      if (this.#running.get(address) === inFlight) this.#running.delete(address)
      if (--this.#unfinished === 0) this.#announced.clear()
    }
    promise.then(end, end)
    return inFlight
  }

  announce(tags: readonly Tag[]) {
    this.#changes++
    if (this.#unfinished > 0) for (const tag of tags) this.#announced.set(tag, this.#changes)
  }
}
