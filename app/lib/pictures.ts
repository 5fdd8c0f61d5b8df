import type { Event } from '../../contract/events.ts'
import { POSTER_WIDTHS, posterPath, seedOfEvent } from '../../contract/poster.ts'

const placeholder = (width: number) => `/images/events/placeholder-${width}.webp`

/** Where a picture does not load. */
export const PLACEHOLDER: Picture = {
  src: placeholder(800),
  srcSet: [400, 800, 1600].map((width) => `${placeholder(width)} ${width}w`).join(', '),
}

// blob: a file that was just chosen and is nowhere but in this page.
export const pictureUrl = (imageBase: string, path: string) =>
  /^(http|blob:)/.test(path) ? path : `${imageBase}/${path.includes('/') ? path : `events/${path}`}`

export interface Picture {
  src: string
  srcSet?: string
}

const posterPicture = (seed: string): Picture => ({
  src: posterPath(seed, 800),
  srcSet: POSTER_WIDTHS.map((width) => `${posterPath(seed, width)} ${width}w`).join(', '),
})

export type HasPicture = Pick<Event, 'title' | 'imageUrl' | 'imageSizes' | 'posterSeed'>

/** The event's own picture, else the poster that is drawn for it. */
export function eventPicture(event: HasPicture, imageBase: string): Picture {
  if (!event.imageUrl) return posterPicture(seedOfEvent(event))
  const sizes = event.imageSizes ?? []
  const smallest = sizes.find(({ width }) => width >= 800) ?? sizes.at(-1)
  return {
    src: pictureUrl(imageBase, smallest?.url ?? event.imageUrl),
    srcSet: sizes.length
      ? sizes.map(({ width, url }) => `${pictureUrl(imageBase, url)} ${width}w`).join(', ')
      : undefined,
  }
}
