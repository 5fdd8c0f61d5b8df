// One scenario: what was done, how often, and what was lost, which has to be nothing.

export interface Outcome {
  /** How often it was done. */
  times: string
  /** Figures that were measured beside it. */
  seen: string
  /** Each sentence is a loss or a broken promise; none: all is well. */
  lost: string[]
}

export interface Scenario {
  name: string
  /** What was done, for the table. */
  did: string
  run(): Promise<Outcome>
}

/** Programs that Debian has and this machine may lack. */
export class Missing extends Error {}

export const median = (numbers: number[]) => percentile(numbers, 0.5)

export const percentile = (numbers: number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0

export const ms = (number: number) => `${Math.round(number)} ms`
