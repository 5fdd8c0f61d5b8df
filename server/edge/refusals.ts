// Refusing is cheaper than serving, but not free: clients that come back the moment they are refused would take the whole
// processor with it. So a refusal is held back, and one is sent for every few requests that were served: its share of the
// work is then about the same on a fast machine and on a slow one.
import type { ServerResponse } from 'node:http'
import { Queue, type Entry } from './queue.ts'

export interface Refused extends Entry {
  response: ServerResponse
  /** When it was refused. */
  since: number
}

const REFUSALS_PER_SERVED = 0.25
// No refusal is held longer, even while nothing is served at all; proxies and browsers wait for 30 seconds and more.
const MAX_HOLD_MS = 10_000

export class Refusals<T extends Refused> {
  readonly #held = new Queue<T>()
  readonly #send: (refused: T) => void
  #earned = 0

  constructor(send: (refused: T) => void) {
    this.#send = send
  }

  get size() {
    return this.#held.size
  }

  hold(refused: T) {
    this.#held.push(refused)
  }

  leave(refused: T) {
    this.#held.leave(refused)
  }

  /** One more request was served. */
  earn() {
    if (this.#held.size === 0) {
      // Not saved up for later: a burst of refusals is what this is against.
      this.#earned = 1
      return
    }
    this.#earned += REFUSALS_PER_SERVED
    if (this.#earned < 1) return
    this.#earned--
    this.sendOldest()
  }

  sendOldest() {
    const oldest = this.#held.shift()
    if (oldest) this.#send(oldest)
  }

  expire(now: number) {
    for (let oldest = this.#held.peek(); oldest && now - oldest.since > MAX_HOLD_MS; oldest = this.#held.peek())
      this.sendOldest()
  }

  sendAll() {
    while (this.#held.size > 0) this.sendOldest()
  }
}
