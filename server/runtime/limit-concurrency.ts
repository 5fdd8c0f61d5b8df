interface Limit {
  atOnce: number
  /** How many may wait; the next one is refused. Without it everybody waits. */
  maxWaiting?: number
  refusal?: () => Error
}

/** Runs a few pieces of work at a time; the others wait in the order they came. */
export function limitConcurrency({ atOnce, maxWaiting = Infinity, refusal = () => new Error('too many') }: Limit) {
  const queue: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.length >= maxWaiting) throw refusal()
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The next in the queue takes over this slot.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
