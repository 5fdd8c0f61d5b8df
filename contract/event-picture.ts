// Where an event's picture is, in the sizes that there are.
import type { Event } from './events.ts'
import { POSTER_WIDTHS, posterPath, seedOfEvent } from './poster.ts'

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
