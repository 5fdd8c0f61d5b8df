// Cached responses by address and by tag, within a byte limit. Does not look at their age.
import type { Tag } from './tags.ts'

export interface Stored {
  address: string
  tags: readonly Tag[]
  weight: number
  /** Asked for since the last clean-up: kept when memory gets short. */
  used: boolean
}

export class AnswerStore<T extends Stored> {
  readonly #byAddress = new Map<string, T>()
  readonly #byTag = new Map<Tag, Set<T>>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size() {
    return this.#byAddress.size
  }

  get bytes() {
    return this.#bytes
  }

  get(address: string): T | undefined {
    return this.#byAddress.get(address)
  }

  /** The responses with this tag, found without a scan. */
  tagged(tag: Tag): Iterable<T> {
    return this.#byTag.get(tag) ?? []
  }

  put(answer: T) {
    const before = this.#byAddress.get(answer.address)
    if (before) this.delete(before)
    this.#byAddress.set(answer.address, answer)
    this.#bytes += answer.weight
    for (const tag of answer.tags) {
      const tagged = this.#byTag.get(tag)
      if (tagged) tagged.add(answer)
      else this.#byTag.set(tag, new Set([answer]))
    }
    if (this.#bytes > this.#maxBytes) this.#makeRoom(answer)
  }

  delete(answer: T) {
    if (this.#byAddress.get(answer.address) !== answer) return
    this.#byAddress.delete(answer.address)
    this.#bytes -= answer.weight
    for (const tag of answer.tags) {
      const tagged = this.#byTag.get(tag)
      tagged?.delete(answer)
      if (tagged?.size === 0) this.#byTag.delete(tag)
    }
  }

  clear() {
    this.#byAddress.clear()
    this.#byTag.clear()
    this.#bytes = 0
  }

  /** The oldest go first; what is asked for gets a second chance at the young end of the queue. */
  #makeRoom(newest: T) {
    for (const [address, answer] of this.#byAddress) {
      if (this.#bytes <= this.#maxBytes) break
      if (answer.used && answer !== newest) {
        answer.used = false
        this.#byAddress.delete(address)
        this.#byAddress.set(address, answer)
      } else this.delete(answer)
    }
  }
}
