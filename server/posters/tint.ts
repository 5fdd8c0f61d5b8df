import { diceOf } from './random.ts'
import { SCHEMES } from './schemes.ts'

/** The main colour of the poster that is drawn from the seed: its background. */
export const posterTint = (seed: string): string => diceOf(seed).pick(SCHEMES).ground.toLowerCase()
