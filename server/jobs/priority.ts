/** The lowest goes first. Within one priority it is first come, first served. */
export const PRIORITY = {
  /** Somebody sits in front of the screen and waits for it: a reset link, a code. */
  urgent: 0,
  /** What loses its worth within minutes or hours: offers, changes, cancellations. */
  soon: 10,
  /** Also the default of the columns, and so that of what book_places writes. */
  normal: 20,
  /** One of many: messages to guests, digests, sweeps. */
  bulk: 30,
} as const
