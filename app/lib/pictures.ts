import type { Event } from '../../contract/events.ts'

const PLACEHOLDER = '/images/events/placeholder'

export const pictureUrl = (imageBase: string, path: string) =>
  path.startsWith('http') ? path : `${imageBase}/${path.includes('/') ? path : `events/${path}`}`

export interface Picture {
  src: string
  srcSet?: string
}

export function eventPicture(event: Pick<Event, 'imageUrl' | 'imageSizes'>, imageBase: string): Picture {
  if (!event.imageUrl) {
    const widths = [400, 800, 1600]
    return { src: `${PLACEHOLDER}-800.webp`, srcSet: widths.map((w) => `${PLACEHOLDER}-${w}.webp ${w}w`).join(', ') }
  }
  const sizes = event.imageSizes ?? []
  const smallest = sizes.find(({ width }) => width >= 800) ?? sizes.at(-1)
  return {
    src: pictureUrl(imageBase, smallest?.url ?? event.imageUrl),
    srcSet: sizes.length
      ? sizes.map(({ width, url }) => `${pictureUrl(imageBase, url)} ${width}w`).join(', ')
      : undefined,
  }
}
