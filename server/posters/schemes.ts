import { palette as p } from './palette.ts'

/** What each colour of a poster is for; any two that meet in a motif can be told apart. */
export interface Scheme {
  ground: string
  /** The pattern on the ground. */
  second: string
  /** The motif itself. */
  hero: string
  /** Small things on the motif. */
  detail: string
  /** Land, edges, whatever is in front. */
  front: string
}

const scheme = (ground: string, second: string, hero: string, detail: string, front: string): Scheme => ({
  ground,
  second,
  hero,
  detail,
  front,
})

export const SCHEMES: readonly [Scheme, ...Scheme[]] = [
  scheme(p.peach, p.orange, p.night, p.amber, p.rust),
  scheme(p.night, p.dusk, p.orange, p.cream, p.teal),
  scheme(p.teal, p.deep, p.amber, p.cream, p.night),
  scheme(p.amber, p.peach, p.night, p.orange, p.rust),
  scheme(p.plum, p.night, p.pink, p.amber, p.orange),
  scheme(p.cream, p.peach, p.orange, p.night, p.teal),
  scheme(p.pink, p.cream, p.plum, p.amber, p.night),
  scheme(p.mint, p.cream, p.deep, p.orange, p.night),
  scheme(p.orange, p.rust, p.cream, p.night, p.brown),
  scheme(p.dusk, p.night, p.peach, p.orange, p.mint),
  scheme(p.deep, p.teal, p.cream, p.orange, p.night),
  scheme(p.cream, p.pink, p.plum, p.orange, p.night),
  scheme(p.night, p.plum, p.amber, p.pink, p.deep),
  scheme(p.mint, p.teal, p.cream, p.rust, p.deep),
]
