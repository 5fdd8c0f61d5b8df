// The motifs of the house: those of the demo's posters, each drawn in any scheme and in several ways.
import { celebration } from './motifs-celebration.ts'
import { landscape } from './motifs-landscape.ts'
import { pattern } from './motifs-pattern.ts'
import type { Dice } from './random.ts'
import type { Scheme } from './schemes.ts'

export type Motif = (scheme: Scheme, dice: Dice) => string

export const MOTIFS: readonly [Motif, ...Motif[]] = [...celebration, ...landscape, ...pattern]
