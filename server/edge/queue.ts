// First in, first out, and anybody may leave from the middle: a client that hangs up is only marked, and skipped later.

export interface Entry {
  /** Has left the queue, whichever way: it cannot leave twice. */
  isGone: boolean
}

const COMPACT_FROM = 1_024

export class Queue<T extends Entry> {
  size = 0
  #items: T[] = []
  #head = 0

  push(item: T) {
    item.isGone = false
    this.#items.push(item)
    this.size++
  }

  leave(item: T) {
    if (item.isGone) return
    item.isGone = true
    this.size--
  }

  peek(): T | undefined {
    while (this.#items[this.#head]?.isGone) this.#head++
    return this.#items[this.#head]
  }

  shift(): T | undefined {
    const item = this.peek()
    if (!item) {
      this.#items = []
      this.#head = 0
      return undefined
    }
    item.isGone = true
    this.#head++
    this.size--
    if (this.#head >= COMPACT_FROM && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}
