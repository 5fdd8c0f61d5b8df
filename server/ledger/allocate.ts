// Who gets which of the free seats, in order of joining. Decides only; settle.ts carries it out.
import { sumOf, type Entry } from './ledger.ts'

export interface Allocation {
  /** Seats for an entry, more than what it is offered already. */
  given: { entry: Entry; seats: number }[]
  /** Seats that are held until they fit a group. */
  saved: { entry: Entry; seats: number } | null
  /** Seats became free and did not fit its request when its turn came. */
  passed: Entry[]
  /** What nobody waiting can use: for everybody. */
  left: number
}

export interface AllocationOptions {
  /** How many of the free seats are open to everybody: they are offered, but not saved up. */
  open: number
  /** Was passed over often or long enough that seats are saved up for it. */
  isSavedFor: (entry: Entry) => boolean
}

/** The seats that an entry still wants: all of them, or what an offer of some leaves. */
const restOf = ({ numberOfTickets, offer }: Entry) => numberOfTickets - (offer?.seats ?? 0)

/** An entry that is offered enough already takes each further seat. */
const leastOf = ({ atLeast, offer }: Entry) => (offer ? 1 : atLeast)

/** `entries`: those that wait or have an offer, in order of joining. */
export function allocate(seats: number, entries: Entry[], { open, isSavedFor }: AllocationOptions): Allocation {
  const group = entries.find((entry) => !entry.offer && isSavedFor(entry))
  const given: Allocation['given'] = []
  const passed: Entry[] = []
  let saved: Allocation['saved'] = null
  let left = seats
  // What is saved up for the group is not for those before it.
  let kept = group
    ? Math.min(
        seats,
        sumOf(entries, (entry) => entry.saved),
      )
    : 0
  for (const entry of entries) {
    if (entry === group) kept = 0
    const free = left - kept
    const rest = restOf(entry)
    if (free <= 0 || rest <= 0) continue
    if (free >= leastOf(entry)) {
      const some = Math.min(free, rest)
      given.push({ entry, seats: some })
      left -= some
      continue
    }
    passed.push(entry)
    if (entry !== group) continue
    saved = { entry, seats: Math.max(0, left - open) }
    left -= saved.seats
  }
  return { given, saved, passed, left }
}
