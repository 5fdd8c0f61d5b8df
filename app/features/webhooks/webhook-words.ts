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

export const addTheWebhook = 'Add the webhook'
export const addressOfServer = 'Address of your server'
export const sendMessageWhen = 'Send a message when'
export const allYouCreate = 'All events that you create'
export const addressIsMissing = 'Please enter the address of your server.'
export const nothingChosen = 'Please choose what to be notified of.'

export const sendAgainOf = (type: string, when: string) => `Send again: ${type} of ${when}`
export const sendAgain = 'Send again'
export const messagesTo = (host: string) => `Messages to ${host}`
export const keptFor = (days: number) => `We keep messages for ${days} days. Sent again, they have the same id.`
export const sendLastDayAgain = 'Send the last 24 hours again'
export const messagesNotLoaded = 'The messages could not be loaded.'
export const nothingSent = 'Nothing was sent yet.'
export const showOlder = 'Show older ones'
export const beingSentAgain = (count: number) =>
  formOf(count, 'One message is being sent again.', `${count} messages are being sent again.`)
export const notSentAgain = 'It could not be sent again. Please try again.'

export const ofAllEvents = 'all events that you create'
export const ofOneEvent = 'one event'
export const failingSince = (when: string) => `Failing since ${when}. After five days we stop.`
export const logOf = (host: string) => `Log of ${host}`
export const testHost = (host: string) => `Test ${host}`
export const newSecretFor = (host: string) => `New secret for ${host}`
export const newSecret = 'New secret'
export const removeHost = (host: string) => `Remove ${host}`
export const aboutWebhooks =
  'Let your own server know when somebody books, waits or comes in. Messages have ids and counts, no names.'
export const howToRead = 'How to read them'
export const webhooksNotLoaded = 'Your webhooks could not be loaded.'
export const aboutSecret = 'Your server uses it to check that messages come from us (Standard Webhooks).'
export const addWebhook = 'Add a webhook'
export const testIsOnItsWay = (host: string) => `A test message is on its way to ${host}. The log shows the result.`
export const isRemoved = (host: string) => `The webhook to ${host} is removed.`

export const QUESTIONS = {
  remove: {
    title: (host: string) => `Remove the webhook to ${host}?`,
    text: 'No more messages are sent, not even those that are waiting.',
    act: 'Remove',
  },
  rotate: {
    title: (host: string) => `Make a new secret for ${host}?`,
    text: 'Messages carry the signatures of both secrets for 24 hours. Add the new one to your server before then.',
    act: 'Make a new secret',
  },
}
