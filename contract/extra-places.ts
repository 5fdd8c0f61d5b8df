// More bookings than the room has seats, because not everybody comes (docs/product/seats.md#extra-places).

/** How sure it must be, in percent, that everybody who comes with a booking gets in. */
export const SURENESSES = ['99', '99.9'] as const
export type Sureness = (typeof SURENESSES)[number]

/** Events with a door behind the organiser before there are extra places: the table of chances alone is a guess. */
export const EXTRA_PLACES_FROM = 3
