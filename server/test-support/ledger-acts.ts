// Random histories of one event's seats: who does what, beside whom, and what dies meanwhile.
import fc from 'fast-check'

export const PEOPLE = 6

/** How often each comes; most of them are about seats that come back and who gets them. */
const WEIGHTS = {
  ...{ book: 4, return: 10, undo: 3, takeBack: 4, capacity: 4, settle: 2, cancel: 1, reinstate: 3 },
  ...{ join: 12, leave: 2, accept: 8, decline: 2, resume: 4, change: 3 },
}

export type Kind = keyof typeof WEIGHTS
export const KINDS = Object.keys(WEIGHTS) as Kind[]

export interface Act {
  kind: Kind
  who: number
  seats: number
  atLeast: number
  automatic: boolean
}

export interface Step {
  act: Act
  /** On the other instance, at the same moment. */
  beside: Act | null
  /** The other instance alone, and its backend dies before this statement of it. */
  dies: number | null
  /** Before it, in minutes. */
  passes: number
}

export interface History {
  /** Of the first people, together all that there are. */
  booked: number[]
  /** Of the last people, in this order. */
  waiting: Pick<Act, 'seats' | 'atLeast' | 'automatic'>[]
  startsInHours: number
  steps: Step[]
}

const wish = {
  seats: fc.constantFrom(1, 1, 1, 2, 2, 3),
  atLeast: fc.integer({ min: 1, max: 3 }),
  automatic: fc.constantFrom(true, false, false),
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...KINDS.flatMap((kind) => Array<Kind>(WEIGHTS[kind]).fill(kind))),
  who: fc.nat(PEOPLE - 1),
  ...wish,
})

const sometimes = <T>(there: number, missing: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: there, arbitrary: value }, { weight: missing, arbitrary: fc.constant(null) })

const passes = fc.constantFrom(0, 0, 0, 1, 2, 2, 2, 20, 60, 600)

const step: fc.Arbitrary<Step> = fc.record({
  act,
  beside: sometimes(1, 1, act),
  dies: sometimes(1, 8, fc.integer({ min: 1, max: 14 })),
  passes,
})

/** Nobody else, and nothing dies. */
const quietStep: fc.Arbitrary<Step> = fc.record({ act, beside: fc.constant(null), dies: fc.constant(null), passes })

const historyOf = (some: fc.Arbitrary<Step>): fc.Arbitrary<History> =>
  fc.record({
    booked: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 4 }),
    waiting: fc.array(fc.record(wish), { maxLength: 2 }),
    startsInHours: fc.constantFrom(3, 30, 60, 240),
    steps: fc.array(some, { minLength: 6, maxLength: 10 }),
  })

export const history: fc.Arbitrary<History> = fc.oneof(historyOf(quietStep), historyOf(step))
