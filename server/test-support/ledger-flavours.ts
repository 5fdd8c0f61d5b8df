// Random histories of one event's seats: what kind of event it is, who has booked and waits, and what comes next.
import fc from 'fast-check'
import { KINDS, PEOPLE, WEIGHTS, type Act, type History, type Kind, type Step } from './ledger-acts.ts'

const wish = {
  seats: fc.constantFrom(1, 1, 1, 2, 2, 3),
  atLeast: fc.integer({ min: 1, max: 3 }),
  automatic: fc.constantFrom(true, false, false),
}

const sometimes = <T>(there: number, missing: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: there, arbitrary: value }, { weight: missing, arbitrary: fc.constant(null) })

interface Flavour {
  isBallot?: boolean
  isPaid?: boolean
  isAlone?: boolean
  /** What always comes first. */
  opening?: Step[]
  /** Seats that nobody has booked before it. */
  spare?: number[]
  weights?: Partial<typeof WEIGHTS>
  passes: number[]
  booked: fc.Arbitrary<number[]>
  waiting: fc.Arbitrary<History['waiting']>
  startsInHours: number[]
}

const bookings = (most: number) => fc.array(fc.integer({ min: 1, max: most }), { minLength: 2, maxLength: 4 })

const ANYTHING: Flavour = {
  passes: [0, 0, 0, 1, 2, 2, 2, 20, 60, 600],
  booked: bookings(2),
  waiting: fc.array(fc.record(wish), { maxLength: 2 }),
  startsInHours: [4, 30, 60, 240],
}

/** A group that does not fit waits before others, so that it is passed over and seats are saved up for it. */
const GROUP: Flavour = {
  weights: { takeBack: 25, return: 15, leave: 0, cancel: 0, reinstate: 0 },
  passes: [0, 0, 2, 2, 2, 20],
  booked: fc.constant([1, 1, 1, 1]),
  waiting: fc.constant([
    { seats: 3, atLeast: 3, automatic: false },
    { seats: 2, atLeast: 1, automatic: false },
  ]),
  startsInHours: [60, 240],
}

const first = (kind: Kind, passes = 0): Step => ({
  act: { kind, who: 0, seats: 1, atLeast: 1, automatic: false },
  beside: null,
  dies: null,
  passes,
})

/**
 * Somebody in front of a group for which seats are saved up: the first in line let an offer run out, rested while the group
 * was passed over twice, and is back.
 */
const IN_FRONT: Flavour = {
  opening: [first('takeBack'), first('settle', 2_880), first('takeBack'), first('takeBack'), first('resume')],
  weights: { takeBack: 15, return: 10, cancel: 0, reinstate: 0 },
  passes: [0, 0, 2, 20],
  booked: fc.constant([1, 1, 1, 1]),
  waiting: fc.constant([
    { seats: 1, atLeast: 1, automatic: false },
    { seats: 3, atLeast: 3, automatic: false },
    { seats: 2, atLeast: 1, automatic: false },
  ]),
  startsInHours: [240],
}

/** The last two hours. */
const LATE: Flavour = {
  weights: { takeBack: 8, cancel: 0, reinstate: 0 },
  passes: [0, 0, 1, 2, 20, 20, 40],
  booked: bookings(2),
  waiting: fc.array(fc.record({ ...wish, automatic: fc.constant(false) }), { minLength: 1, maxLength: 3 }),
  startsInHours: [2],
}

/** Bookings of several seats, many of which are sent, given back and scanned. */
const FRIENDS: Flavour = {
  weights: {
    book: 1,
    return: 8,
    undo: 6,
    takeBack: 1,
    capacity: 0,
    forecast: 0,
    settle: 0,
    cancel: 0,
    reinstate: 0,
    join: 2,
    leave: 0,
    accept: 1,
    decline: 0,
    resume: 0,
    change: 0,
    send: 24,
    takePlace: 4,
    handBack: 10,
    returnPlace: 6,
    returnAll: 3,
    enter: 12,
    friendEnters: 10,
    several: 1,
    stand: 1,
    leaveStanding: 0,
  },
  passes: [0, 0, 0, 1, 2, 20],
  booked: fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 2, maxLength: 2 }),
  waiting: fc.array(fc.record(wish), { maxLength: 1 }),
  startsInHours: [4, 60],
}

const NO_SERIES = { several: 0, stand: 0, leaveStanding: 0 }

/** The organiser decides who comes: more ask than there are seats, and some of them leave again. */
const DECIDES: Flavour = {
  opening: [first('approval')],
  weights: {
    ...NO_SERIES,
    join: 3,
    resume: 1,
    ask: 20,
    withdraw: 3,
    decide: 14,
    approval: 2,
    quick: 3,
    settle: 0,
    admission: 1,
    send: 1,
  },
  passes: [0, 0, 0, 2, 20, 60, 600],
  booked: bookings(2),
  spare: [0, 1, 2],
  waiting: fc.constant([]),
  startsInHours: [4, 60, 240],
}

/** The day before, with people who do not confirm, want their place back, or come all the same. */
const RELEASES: Flavour = {
  weights: { ...NO_SERIES, release: 22, undo: 16, enter: 8, join: 8, accept: 8, takeBack: 2, leave: 6, send: 4 },
  passes: [0, 0, 2, 2, 20, 600, 600],
  booked: bookings(2),
  waiting: fc.array(fc.record(wish), { maxLength: 1 }),
  startsInHours: [3, 12, 24],
}

/** Nobody has booked yet, so that how people get in may change. */
const WAYS_IN: Flavour = {
  weights: {
    ...NO_SERIES,
    book: 3,
    return: 2,
    join: 3,
    ask: 12,
    decide: 8,
    withdraw: 2,
    approval: 6,
    admission: 14,
    quick: 6,
    send: 0,
  },
  passes: [0, 0, 2, 20],
  booked: fc.constant([]),
  spare: [1, 2],
  waiting: fc.constant([]),
  startsInHours: [60],
}

/** It has a link, which some have and some have not, and a question for those who book. */
const UNLISTED: Flavour = {
  isAlone: true,
  opening: [first('visibility')],
  weights: {
    ...NO_SERIES,
    visibility: 3,
    book: 12,
    join: 12,
    quick: 8,
    ask: 8,
    withdraw: 2,
    decide: 4,
    approval: 3,
    answer: 8,
    return: 8,
    leave: 3,
    send: 1,
  },
  passes: [0, 0, 2, 20, 60, 600],
  booked: bookings(2),
  spare: [0, 1, 2],
  waiting: fc.array(fc.record(wish), { maxLength: 1 }),
  startsInHours: [4, 60, 240],
}

/** It changes hands, and what was booked stays. */
const HANDED_OVER: Flavour = {
  ...UNLISTED,
  opening: [first('handOver')],
  weights: { ...UNLISTED.weights, visibility: 2, handOver: 10, trespass: 20, capacity: 8, cancel: 3, takeBack: 8 },
}

/** People enter a ballot, and those who were drawn are served in its order. */
const BALLOTS: Flavour = {
  isBallot: true,
  weights: {
    ...NO_SERIES,

    enterBallot: 36,
    leaveBallot: 4,
    draw: 12,
    accept: 12,
    decline: 4,
    book: 3,
    quick: 1,
    join: 3,

    approval: 1,
    admission: 1,
    settle: 0,
    send: 1,
    return: 3,
    takeBack: 2,
  },
  passes: [0, 0, 2, 20, 600],
  booked: fc.constant([]),
  spare: [1, 2, 3],
  waiting: fc.constant([]),
  startsInHours: [240],
}

/** Orders are several transactions each: two at once, but nothing dies here (till-histories.ts has that). */
const PAID: Flavour = {
  isPaid: true,
  weights: {
    ...NO_SERIES,
    book: 1,
    quick: 0,
    forecast: 0,
    enter: 1,
    friendEnters: 0,
    send: 1,

    takeBack: 10,
    return: 14,
    order: 24,
    pay: 18,
    giveUp: 3,
    lapse: 10,
    accept: 2,
    cancel: 1,
    reinstate: 2,
  },
  passes: [0, 0, 0, 2, 2, 16, 20, 60, 600],
  booked: bookings(2),
  spare: [0, 0, 1],
  waiting: fc.array(fc.record(wish), { minLength: 1, maxLength: 2 }),
  startsInHours: [2, 4, 60, 240],
}

function historyOf(
  {
    isBallot = false,
    isPaid = false,
    isAlone = isBallot || isPaid,
    opening = [],
    spare = [0],
    weights,
    passes,
    booked,
    waiting,
    startsInHours,
  }: Flavour,
  isQuiet: boolean,
) {
  const all = { ...WEIGHTS, ...weights }
  const act: fc.Arbitrary<Act> = fc.record({
    kind: fc.constantFrom(...KINDS.flatMap((kind) => Array<Kind>(all[kind]).fill(kind))),
    who: fc.nat(PEOPLE - 1),
    ...wish,
  })
  const step: fc.Arbitrary<Step> = fc.record({
    act,
    // Quiet: nobody else, and nothing dies.
    beside: isQuiet ? fc.constant(null) : sometimes(1, 1, act),
    dies: isQuiet || isPaid ? fc.constant(null) : sometimes(1, 8, fc.integer({ min: 1, max: 14 })),
    passes: fc.constantFrom(...passes),
  })
  return fc.record({
    isBallot: fc.constant(isBallot),
    isPaid: fc.constant(isPaid),
    isAlone: fc.constant(isAlone),
    booked,
    spare: fc.constantFrom(...spare),
    waiting,
    startsInHours: fc.constantFrom(...startsInHours),
    steps: fc
      .array(step, { minLength: 6 - opening.length, maxLength: 10 - opening.length })
      .map((steps) => [...opening, ...steps]),
  })
}

export const history: fc.Arbitrary<History> = fc.oneof(
  ...[true, false].flatMap((isQuiet) => [
    { weight: 4, arbitrary: historyOf(ANYTHING, isQuiet) },
    { weight: 1, arbitrary: historyOf(GROUP, isQuiet) },
    { weight: 1, arbitrary: historyOf(IN_FRONT, isQuiet) },
    { weight: 1, arbitrary: historyOf(LATE, isQuiet) },
    { weight: 1, arbitrary: historyOf(FRIENDS, isQuiet) },
    { weight: 2, arbitrary: historyOf(DECIDES, isQuiet) },
    { weight: 1, arbitrary: historyOf(WAYS_IN, isQuiet) },
    { weight: 1, arbitrary: historyOf(RELEASES, isQuiet) },
    { weight: 2, arbitrary: historyOf(PAID, isQuiet) },
    { weight: 2, arbitrary: historyOf(UNLISTED, isQuiet) },
  ]),
  // Who runs it is looked up before the step.
  { weight: 2, arbitrary: historyOf(HANDED_OVER, true) },
  // The order of a draw follows from what is in the list before it: with nothing beside it.
  { weight: 3, arbitrary: historyOf(BALLOTS, true) },
)

/** With something beside it, and something that dies: few of them are to reach much. */
export const busyHistory: fc.Arbitrary<History> = fc.oneof(
  ...[ANYTHING, IN_FRONT, FRIENDS, FRIENDS].map((flavour) => historyOf(flavour, false)),
)
