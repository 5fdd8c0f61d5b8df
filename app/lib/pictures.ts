import type { Picture } from '../../contract/event-picture.ts'

export { eventPicture, pictureUrl, type HasPicture, type Picture } from '../../contract/event-picture.ts'

const placeholder = (width: number) => `/images/events/placeholder-${width}.webp`

/** Where a picture does not load. */
export const PLACEHOLDER: Picture = {
  src: placeholder(800),
  srcSet: [400, 800, 1600].map((width) => `${placeholder(width)} ${width}w`).join(', '),
}
