import type { Event } from '../../contract/events.ts'

const placeholder = (width: number) => `/images/events/placeholder-${width}.webp`

export const PLACEHOLDER: Picture = {
  src: placeholder(800),
  srcSet: [400, 800, 1600].map((width) => `${placeholder(width)} ${width}w`).join(', '),
}

export const pictureUrl = (imageBase: string, path: string) =>
  path.startsWith('http') ? path : `${imageBase}/${path.includes('/') ? path : `events/${path}`}`

export interface Picture {
  src: string
  srcSet?: string
}

export function eventPicture(event: Pick<Event, 'imageUrl' | 'imageSizes'>, imageBase: string): Picture {
  if (!event.imageUrl) return PLACEHOLDER
  const sizes = event.imageSizes ?? []
  const smallest = sizes.find(({ width }) => width >= 800) ?? sizes.at(-1)
  return {
    src: pictureUrl(imageBase, smallest?.url ?? event.imageUrl),
    srcSet: sizes.length
      ? sizes.map(({ width, url }) => `${pictureUrl(imageBase, url)} ${width}w`).join(', ')
      : undefined,
  }
}
