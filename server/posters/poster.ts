// One bold motif in one scheme of the house's palette, chosen and varied by the seed.
import { MOTIFS } from './motifs.ts'
import { diceOf } from './random.ts'
import { SCHEMES } from './schemes.ts'
import { picture } from './shapes.ts'

export function posterSvg(seed: string): string {
  const dice = diceOf(seed)
  const scheme = dice.pick(SCHEMES)
  const motif = dice.pick(MOTIFS)
  return picture(scheme.ground, motif(scheme, dice))
}
