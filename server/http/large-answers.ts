// Large answers wait in line: of those that are streamed for many seconds, one is under way for a network and a few in
// all, so that everybody else's requests find the database and the processor free.
import { AppError } from '../../contract/errors.ts'

export interface LineOptions {
  /** At once, in all. */
  most: number
  /** Longer than this nobody waits. */
  patienceMs: number
  /** More in line are refused at once: they could not be served in that time. */
  mostWaiting: number
}

interface Waiting {
  network: string
  enter: () => void
}

export interface Line {
  /** Resolves when it is this network's turn, with what ends the turn; 503 when that takes too long. */
  enter(network: string): Promise<() => void>
}

const LIMITS: LineOptions = { most: 4, patienceMs: 10_000, mostWaiting: 200 }

export function openLine({ most, patienceMs, mostWaiting }: LineOptions = LIMITS): Line {
  const underWay = new Set<string>()
  const waiting = new Set<Waiting>()
  const tooBusy = () => new AppError('unavailable', { retryAfterSeconds: patienceMs / 1000 })

  const begin = (network: string) => {
    underWay.add(network)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      underWay.delete(network)
      letIn()
    }
  }

  /** In the order of coming, past those whose network is being served. */
  const letIn = () => {
    for (const one of waiting) {
      if (underWay.size >= most) return
      if (underWay.has(one.network)) continue
      waiting.delete(one)
      one.enter()
    }
  }

  return {
    enter(network) {
      return new Promise((resolve, reject) => {
        if (waiting.size >= mostWaiting) return reject(tooBusy())
        const one: Waiting = {
          network,
          enter: () => {
            clearTimeout(timer)
            resolve(begin(network))
          },
        }
        const timer = setTimeout(() => {
          waiting.delete(one)
          reject(tooBusy())
        }, patienceMs)
        waiting.add(one)
        letIn()
      })
    },
  }
}
