/** Numbers that depend on the seed alone: the same seed is the same poster, today and on every machine. */
export interface Dice {
  /** A whole number from `min` to `max`. */
  roll: (min: number, max: number) => number
  pick: <T>(from: readonly [T, ...T[]]) => T
  isHeads: () => boolean
}

export function diceOf(seed: string): Dice {
  let state = 0x9e3779b9
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x85ebca6b)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const roll = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    roll,
    pick: (from) => from[roll(0, from.length - 1)] ?? from[0],
    isHeads: () => next() < 0.5,
  }
}
