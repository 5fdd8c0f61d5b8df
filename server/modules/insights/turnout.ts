// How many will come: chances by kind of booking, blended with the creator's own past, as a range for the whole event
// (decision 186). Decides only; queries.ts counts. Nothing here is about a person, and nothing of it is stored for one.
import { TURNOUT_CHANCES, type TurnoutKind } from '../../../contract/insights.ts'

/** Bookings that are alike. */
export interface Group {
  kind: TurnoutKind
  /** Of each booking. */
  seats: number
  bookings: number
}

/** How the creator's earlier bookings turned out, at events with a door. */
export interface Past {
  bookings: number
  seats: number
  came: number
}

export interface Turnout {
  low: number
  high: number
  seats: number
  basis: { kind: TurnoutKind; seats: number; chance: number }[]
  past: { bookings: number; rate: number; weight: number } | null
}

/** How many earlier bookings weigh as much as the table. */
const HALF_WEIGHT = 20
/** Eight times out of ten the sum lies within so many standard deviations of its mean. */
const EIGHTY_PERCENT = 1.2816

const rounded = (value: number) => Math.round(value * 1000) / 1000

function pastOf({ bookings, seats, came }: Past): Turnout['past'] {
  if (bookings === 0 || seats === 0) return null
  return { bookings, rate: rounded(came / seats), weight: rounded(bookings / (bookings + HALF_WEIGHT)) }
}

/** A group comes together or not at all: a booking of four varies more than four bookings. */
export function expectTurnout(groups: Group[], earlier: Past): Turnout | null {
  const past = pastOf(earlier)
  const chanceOf = (kind: TurnoutKind) =>
    past ? (1 - past.weight) * TURNOUT_CHANCES[kind] + past.weight * past.rate : TURNOUT_CHANCES[kind]
  const basis = new Map<TurnoutKind, number>()
  let [seats, mean, variance] = [0, 0, 0]
  for (const group of groups) {
    const chance = chanceOf(group.kind)
    seats += group.seats * group.bookings
    mean += group.seats * group.bookings * chance
    variance += group.seats ** 2 * group.bookings * chance * (1 - chance)
    basis.set(group.kind, (basis.get(group.kind) ?? 0) + group.seats * group.bookings)
  }
  if (seats === 0) return null
  const reach = EIGHTY_PERCENT * Math.sqrt(variance)
  return {
    low: Math.max(0, Math.floor(mean - reach)),
    high: Math.min(seats, Math.ceil(mean + reach)),
    seats,
    basis: [...basis].map(([kind, some]) => ({ kind, seats: some, chance: rounded(chanceOf(kind)) })),
    past,
  }
}

/** How earlier events turned out. */
interface Seen {
  chairs: number
  /** Of all places booked, how many were used, and the same for each event. */
  rate: number
  rates: number[]
  /** Places of one booking, on average. */
  groupSize: number
}

/**
 * The most places to book so that, nine times out of ten, everybody who comes finds a chair, if people do as before. What varies
 * more counts: bookings by themselves, or one event from another.
 */
export function bookingsThatFit({ chairs, rate, rates, groupSize }: Seen): {
  bookings: number
  low: number
  high: number
} {
  const spread = Math.sqrt(rates.reduce((sum, one) => sum + (one - rate) ** 2, 0) / Math.max(1, rates.length - 1))
  const rangeOf = (bookings: number) => {
    const reach = EIGHTY_PERCENT * Math.max(Math.sqrt(bookings * groupSize * rate * (1 - rate)), bookings * spread)
    const mean = bookings * rate
    return {
      bookings,
      low: Math.max(0, Math.floor(mean - reach)),
      high: Math.min(bookings, Math.ceil(mean + reach)),
    }
  }
  // Twice as many at most: beyond that the past says too little.
  let [fits, over] = [chairs, chairs * 2 + 1]
  while (over - fits > 1) {
    const half = Math.floor((fits + over) / 2)
    if (rangeOf(half).high <= chairs) fits = half
    else over = half
  }
  return rangeOf(fits)
}
