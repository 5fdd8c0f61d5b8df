// The poster of an event without a picture: drawn by the server from a seed, which is made of the title unless the
// creator has shuffled. Server, pages and mails find the same poster by the same function.

import { textHash } from './text-hash.ts'

export const POSTER_WIDTHS = [400, 800, 1600] as const

export type PosterWidth = (typeof POSTER_WIDTHS)[number]

export const POSTER_SEED = /^[a-z0-9]{1,16}$/

/** Case and spaces at the edges do not make it another poster. */
export const posterSeedOf = (title: string): string => textHash(title.trim().replace(/\s+/g, ' ').toLowerCase())

interface HasPoster {
  title: string
  posterSeed?: string | null
}

export const seedOfEvent = ({ title, posterSeed }: HasPoster): string => posterSeed || posterSeedOf(title)

export const posterPath = (seed: string, width: PosterWidth) => `/images/events/poster-${seed}-${width}.webp`
