import { formOf } from '../../../contract/counted.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import { WEBHOOK_ATTEMPTS, type ChosenType } from '../../../contract/message-types.ts'
import type { Delivery } from '../../../contract/webhooks.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'

export const TYPE_WORDS: Record<ChosenType, string> = {
  'booking.created': 'Somebody books',
  'booking.changed': 'A booking gets fewer or more seats',
  'booking.returned': 'A booking is given back or cancelled',
  'waiting.joined': 'Somebody joins the waiting list',
  'waiting.offered': 'Somebody waiting is offered seats',
  'waiting.ended': 'Somebody leaves the waiting list, or has booked',
  'scan.recorded': 'A ticket is scanned at the door',
  'event.published': 'An event is published',
  'event.changed': 'An event is changed',
  'event.cancelled': 'An event is cancelled',
}

export function whenOf(at: string): string {
  const timeZone = browserTimeZone()
  return `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`
}

/** What became of a message so far. */
export function stateOf({ state, attempts, status, milliseconds, nextAttemptAt }: Delivery): string {
  const answer = status === null ? 'no answer' : `answer ${status}`
  if (state === 'delivered') return `Delivered: ${answer}, ${milliseconds} ms`
  if (state === 'failed') return `Given up after ${formOf(attempts, 'one attempt', `${attempts} attempts`)}: ${answer}`
  if (attempts === 0) return 'Waiting to be sent'
  return `Failed: ${answer}. Attempt ${attempts + 1} of ${WEBHOOK_ATTEMPTS} on ${whenOf(nextAttemptAt ?? '')}`
}
