// One bold motif in one scheme of the house's palette, chosen and varied by the seed.
import { type Dice, diceOf } from './random.ts'
import { type Scheme, SCHEMES } from './schemes.ts'
import { picture } from './shapes.ts'
import { celebration } from './motifs-celebration.ts'
import { landscape } from './motifs-landscape.ts'
import { pattern } from './motifs-pattern.ts'

/** The main colour of the poster that is drawn from the seed: its background. */
export const posterTint = (seed: string): string => diceOf(seed).pick(SCHEMES).ground.toLowerCase()

// The motifs of the house: those of the demo's posters, each drawn in any scheme and in several ways.

export type Motif = (scheme: Scheme, dice: Dice) => string

export const MOTIFS: readonly [Motif, ...Motif[]] = [...celebration, ...landscape, ...pattern]

export function posterSvg(seed: string): string {
  const dice = diceOf(seed)
  const scheme = dice.pick(SCHEMES)
  const motif = dice.pick(MOTIFS)
  return picture(scheme.ground, motif(scheme, dice))
}
