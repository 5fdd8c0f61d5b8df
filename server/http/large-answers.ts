// Work that could take the whole database waits in line: a few at once in all, one for each key (a network, a door's link) and
// a few for each group of keys, so that everybody else's requests find the database and the processor free.
import { AppError } from '../../contract/errors.ts'

export interface LineOptions {
  /** At once, in all. */
  most: number
  /** At once, for the keys of one group. */
  mostOfGroup?: number
  /** Longer than this nobody waits. */
  patienceMs: number
  /** More in line, in all or of a group, are refused at once: they could not be served in that time. */
  mostWaiting: number
  mostWaitingOfGroup?: number
}

interface Waiting {
  key: string
  group: string
  enter: () => void
}

export interface Line {
  /** Resolves when it is this key's turn, with what ends the turn; 503 when that takes too long. */
  enter(key: string, group?: string): Promise<() => void>
}

const LIMITS: LineOptions = { most: 4, patienceMs: 10_000, mostWaiting: 200 }

export function openLine(options: LineOptions = LIMITS): Line {
  const { most, mostOfGroup = most, patienceMs, mostWaiting, mostWaitingOfGroup = mostWaiting } = options
  const underWay = new Map<string, Waiting>()
  const waiting = new Set<Waiting>()
  const tooBusy = () => new AppError('unavailable', { retryAfterSeconds: patienceMs / 1000 })
  // A few hundred at most: counting them is quicker than keeping counts right.
  const countOf = (ones: Iterable<{ group: string }>, group: string) => {
    let count = 0
    for (const one of ones) if (one.group === group) count++
    return count
  }

  const begin = (one: Waiting) => {
    underWay.set(one.key, one)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      underWay.delete(one.key)
      letIn()
    }
  }

  /** The group with the fewest under way comes first, so that a long line of one does not keep others waiting. */
  const next = (): Waiting | undefined => {
    let chosen: Waiting | undefined
    let fewest = mostOfGroup
    for (const one of waiting) {
      if (underWay.has(one.key)) continue
      const ofGroup = countOf(underWay.values(), one.group)
      if (ofGroup < fewest) [chosen, fewest] = [one, ofGroup]
      if (fewest === 0) break
    }
    return chosen
  }

  const letIn = () => {
    while (underWay.size < most) {
      const one = next()
      if (!one) return
      waiting.delete(one)
      one.enter()
    }
  }

  return {
    enter(key, group = key) {
      return new Promise((resolve, reject) => {
        if (waiting.size >= mostWaiting || countOf(waiting, group) >= mostWaitingOfGroup) return reject(tooBusy())
        const one: Waiting = {
          key,
          group,
          enter: () => {
            clearTimeout(timer)
            resolve(begin(one))
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
