// How many will come: chances by kind of booking, blended with the creator's own past, as a range for the whole event
// (decision 186). Decides only; turnout-counts.ts counts. Nothing here is about a person, and nothing of it is stored for one.
import { TURNOUT_CHANCES, type TurnoutKind } from '../../contract/insights.ts'

/** Bookings that are alike. */
export interface Group {
  kind: TurnoutKind
  /** Of each booking. */
  seats: number
  bookings: number
}

/** Bookings of one kind at one earlier event with a door, as they were when it began. */
export interface PastGroup {
  eventId: number
  kind: TurnoutKind
  bookings: number
  seats: number
  came: number
  /** The sum of the squares of what each booking had. */
  squares: number
}

/** The creator's earlier bookings. */
export type Past = PastGroup[]

export interface Turnout {
  low: number
  high: number
  seats: number
  basis: { kind: TurnoutKind; seats: number; chance: number }[]
  past: { bookings: number; rate: number; weight: number } | null
}

/** How many earlier bookings weigh as much as the table. */
const HALF_WEIGHT = 20
/**
 * How far off the table is for the people of one creator (standard deviation of the chance): the published rates, which are about
 * a half, differ by so much. A chance near one or none cannot be off by as much.
 */
const tableIsOffBy = (chance: number) => 0.5 * Math.sqrt(chance * (1 - chance))
/** How many earlier events it takes until what differs from one to the next counts half. */
const HALF_SPREAD = 5
/** Eight times out of ten the sum lies within so many standard deviations of its mean. */
const EIGHTY_PERCENT = 1.2816

const rounded = (value: number) => Math.round(value * 1000) / 1000
const sumOf = <T>(items: T[], of: (item: T) => number) => items.reduce((sum, item) => sum + of(item), 0)
export const weightOf = (bookings: number) => bookings / (bookings + HALF_WEIGHT)

export interface Rate {
  bookings: number
  rate: number
  weight: number
  /** Variance of the rate as it was seen: so few bookings, and groups that come together. */
  variance: number
}

function rateOf(groups: PastGroup[]): Rate | null {
  const bookings = sumOf(groups, (one) => one.bookings)
  const seats = sumOf(groups, (one) => one.seats)
  if (bookings === 0 || seats === 0) return null
  const rate = sumOf(groups, (one) => one.came) / seats
  // With one more who came and one who did not: nobody is certain because the first four came.
  const guarded = (rate * bookings + 1) / (bookings + 2)
  const variance = (guarded * (1 - guarded) * sumOf(groups, (one) => one.squares)) / seats ** 2
  return { bookings, rate, weight: weightOf(bookings), variance }
}

/** What varies from one event to the next beyond what bookings of these kinds do by themselves: the weather, the day. */
function spreadOf(past: Past, chanceOf: (kind: TurnoutKind) => number): number {
  const events = [...Map.groupBy(past, ({ eventId }) => eventId).values()]
  if (events.length < 2) return 0
  const excess = events.map((groups) => {
    const off = sumOf(groups, ({ kind, seats, came }) => came - seats * chanceOf(kind))
    const alone = sumOf(groups, ({ kind, squares }) => squares * chanceOf(kind) * (1 - chanceOf(kind)))
    return (off ** 2 - alone) / sumOf(groups, ({ seats }) => seats) ** 2
  })
  const mean = sumOf(excess, (one) => one) / (events.length - 1)
  return (Math.max(0, mean) * events.length) / (events.length + HALF_SPREAD)
}

/** With what varies from one event to the next; null: nothing is known. */
export function asRate(past: Past): (Rate & { spread: number }) | null {
  const rate = rateOf(past)
  return rate && { ...rate, spread: spreadOf(past, () => rate.rate) }
}

export interface Outlook {
  chanceOf: (kind: TurnoutKind) => number
  /** Variance of that chance itself: nobody knows the people of an event exactly. */
  doubtOf: (kind: TurnoutKind) => number
  /** Variance of the rate of a whole event. */
  spread: number
  overall: Rate | null
}

/**
 * What the table says of a kind, moved as far towards all or none as takes it, over all earlier bookings, to how many came: more
 * of those who said that they would come do come than of those who said nothing, whichever guests an organiser has.
 */
function movedTable(past: Past, { rate }: Rate): (kind: TurnoutKind) => number {
  const expected = sumOf(past, ({ kind, seats }) => seats * TURNOUT_CHANCES[kind]) / sumOf(past, ({ seats }) => seats)
  const move = (chance: number) =>
    rate < expected ? (chance * rate) / expected : 1 - ((1 - chance) * (1 - rate)) / (1 - expected)
  return (kind) => move(TURNOUT_CHANCES[kind])
}

/**
 * What the table says, blended with how all earlier bookings turned out; and, `asBegun`, within a day of the start, when a booking
 * is of the kind that it was for earlier events when they began, with how bookings of its kind did.
 */
export function outlookOf(past: Past, asBegun: boolean): Outlook {
  const overall = rateOf(past)
  const ofKind = Map.groupBy(past, ({ kind }) => kind)
  const seenOf = overall && asBegun ? movedTable(past, overall) : () => overall?.rate ?? 0
  const blended = (kind: TurnoutKind) => {
    const share = overall?.weight ?? 0
    const first = {
      chance: (1 - share) * TURNOUT_CHANCES[kind] + share * seenOf(kind),
      doubt: ((1 - share) * tableIsOffBy(TURNOUT_CHANCES[kind])) ** 2 + share ** 2 * (overall?.variance ?? 0),
    }
    const own = asBegun ? rateOf(ofKind.get(kind) ?? []) : null
    if (!own) return first
    return {
      chance: (1 - own.weight) * first.chance + own.weight * own.rate,
      doubt: (1 - own.weight) ** 2 * first.doubt + own.weight ** 2 * own.variance,
    }
  }
  // A day before the start events differ by the kinds of their bookings too, and those are known.
  const asSeen = (kind: TurnoutKind) => (asBegun ? rateOf(ofKind.get(kind) ?? [])?.rate : null) ?? overall?.rate ?? 0
  return {
    chanceOf: (kind) => blended(kind).chance,
    doubtOf: (kind) => blended(kind).doubt,
    spread: spreadOf(past, asSeen),
    overall,
  }
}

/** Mean and variance of how many come. A group comes together or not at all: a booking of four varies more than four bookings. */
export function sumUp(groups: Group[], { chanceOf, doubtOf, spread }: Outlook) {
  const seatsOf = new Map<TurnoutKind, number>()
  let [seats, mean, variance] = [0, 0, 0]
  for (const group of groups) {
    const chance = chanceOf(group.kind)
    seats += group.seats * group.bookings
    mean += group.seats * group.bookings * chance
    variance += group.seats ** 2 * group.bookings * chance * (1 - chance)
    seatsOf.set(group.kind, (seatsOf.get(group.kind) ?? 0) + group.seats * group.bookings)
  }
  for (const [kind, some] of seatsOf) variance += some ** 2 * doubtOf(kind)
  return { seats, mean, variance: variance + seats ** 2 * spread, seatsOf }
}

/** `asBegun`: within a day of the start. */
export function expectTurnout(groups: Group[], earlier: Past, asBegun: boolean): Turnout | null {
  const outlook = outlookOf(earlier, asBegun)
  const { seats, mean, variance, seatsOf } = sumUp(groups, outlook)
  if (seats === 0) return null
  const reach = EIGHTY_PERCENT * Math.sqrt(variance)
  const { overall } = outlook
  return {
    // The whole numbers within: rounded outwards, nine ranges out of ten would hold.
    low: Math.max(0, Math.min(Math.ceil(mean - reach), Math.round(mean))),
    high: Math.min(seats, Math.max(Math.floor(mean + reach), Math.round(mean))),
    seats,
    basis: [...seatsOf].map(([kind, some]) => ({ kind, seats: some, chance: rounded(outlook.chanceOf(kind)) })),
    past: overall && {
      bookings: overall.bookings,
      rate: rounded(overall.rate),
      weight: rounded(overall.weight),
    },
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
