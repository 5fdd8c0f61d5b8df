// More bookings than the room has seats, because not everybody comes (docs/product/seats.md#extra-places).

/** How sure somebody who comes with a booking must be to get in, in percent. */
export const SURENESSES = ['99', '99.9'] as const
export type Sureness = (typeof SURENESSES)[number]

/** Of the people who come with a booking, so many get in. */
export const SURE_IN_WORDS: Record<Sureness, string> = { '99': '99 in 100', '99.9': '999 in 1,000' }

/** Events with a door behind the organiser before there are extra places: the table of chances alone is a guess. */
export const EXTRA_PLACES_FROM = 3
