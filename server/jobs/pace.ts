import { performance } from 'node:perf_hooks'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

const REST_MS = 10
const IS_BUSY = 0.5

/**
 * Lets the people who look at pages go first: a turn of the event loop between two pieces of work, and a short rest while
 * this thread is busy for more than half of its time. A hundred emails a second are still sent then.
 */
export function createPace() {
  let before = performance.eventLoopUtilization()
  let isBusy = false
  let last = Promise.resolve()
  const rest = async () => {
    const since = performance.eventLoopUtilization(before)
    // Too short a time says nothing.
    if (since.active + since.idle >= REST_MS) {
      isBusy = since.utilization > IS_BUSY
      before = performance.eventLoopUtilization()
    }
    await (isBusy ? wait(REST_MS) : turn())
  }
  /** Callers take turns: together they are as quick as one. */
  return (): Promise<void> => (last = last.then(rest))
}
