// The line in front of the work: each network in turn, first come, first served within it. A client with hundreds of
// connections waits for its own requests; nobody else waits for them.
import { Queue, type Entry } from './queue.ts'

export interface Waiting extends Entry {
  network: string
  since: number
}

class NetworkQueue<T extends Waiting> extends Queue<T> implements Entry {
  isGone = false
  readonly network: string

  constructor(network: string) {
    super()
    this.network = network
  }
}

export class FairLine<T extends Waiting> {
  size = 0
  readonly #queues = new Map<string, NetworkQueue<T>>()
  readonly #turns = new Queue<NetworkQueue<T>>()

  /** How many would be served before a newcomer of this network is. */
  ahead(network: string): number {
    const own = this.#queues.get(network)
    const others = this.#queues.size - (own ? 1 : 0)
    const before = own?.size ?? 0
    return Math.min(this.size, before + others * (before + 1))
  }

  push(item: T) {
    let queue = this.#queues.get(item.network)
    if (!queue) {
      queue = new NetworkQueue(item.network)
      this.#queues.set(item.network, queue)
      this.#turns.push(queue)
    }
    queue.push(item)
    this.size++
  }

  /** Hung up while waiting. */
  leave(item: T) {
    if (item.isGone) return
    this.#queues.get(item.network)?.leave(item)
    this.size--
  }

  shift(): T | undefined {
    for (let queue = this.#turns.shift(); queue; queue = this.#turns.shift()) {
      const item = queue.shift()
      if (queue.size > 0) this.#turns.push(queue)
      else this.#queues.delete(queue.network)
      if (!item) continue
      this.size--
      return item
    }
    return undefined
  }

  /** Takes out those who have waited since before then. */
  *expired(before: number): Generator<T> {
    for (const queue of this.#queues.values()) {
      for (let item = queue.peek(); item && item.since < before; item = queue.peek()) {
        queue.shift()
        this.size--
        yield item
      }
    }
  }
}
