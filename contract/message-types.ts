// What webhooks can be notified of, and the numbers that the screens say. Without zod: screens import it.

export const MESSAGE_TYPES = [
  'booking.created',
  'booking.changed',
  'booking.returned',
  'waiting.joined',
  'waiting.offered',
  'waiting.ended',
  'scan.recorded',
  'event.published',
  'event.changed',
  'event.cancelled',
] as const

export type ChosenType = (typeof MESSAGE_TYPES)[number]

/** webhook.test is sent by a call alone, whatever was chosen. */
export type MessageType = ChosenType | 'webhook.test'

/** Attempts to deliver a message. */
export const WEBHOOK_ATTEMPTS = 10
/** How long messages and the log are kept, and can be replayed. */
export const WEBHOOK_KEPT_DAYS = 30
