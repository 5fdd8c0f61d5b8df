// The texts to the letter: the fixed ones are in docs/product/texts.md#fixed-texts, and the rest may be changed. The journeys
// check where they are shown.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from './errors.ts'
import { messages } from './messages.ts'

const fixed = readFileSync(new URL('../docs/product/texts.md', import.meta.url), 'utf8')

const texts = Object.entries<unknown>(messages).filter(
  (entry): entry is [string, string] => typeof entry[1] === 'string',
)

const OURS = [
  ...[
    'bookingUrlNeeded',
    'closesAfterEnd',
    'endBeforeStart',
    'eventChanged',
    'invalidFileType',
    'onlyFirstFrame',
    'onlyFreeEvents',
  ],
  ...['profileFailed', 'profileSaved', 'resetLinkExpired'],
]

test.each(texts.filter(([name]) => !OURS.includes(name)))('%s is one of the fixed texts', (_name, text) => {
  expect(fixed).toContain(`'${text}'`)
})

test.each(OURS)('%s is a text of ours, which is not fixed', (name) => {
  expect(fixed).not.toContain(`'${(messages as Record<string, unknown>)[name] as string}'`)
})

test('words with a reason in them', () => {
  expect(messages.googleError('access_denied')).toBe('Google OAuth error: access_denied')
  expect(messages.locationFailed('Timeout expired')).toBe('Error getting location: Timeout expired')
  expect(messages.uploadServerError(502, 'Bad gateway')).toBe('Server error: 502 - Bad gateway')
  expect(messages.uploadServerError(500)).toBe('Server error: 500 - Unknown error')
})

const ANSWERS: [ErrorCode, number, string][] = [
  ['email_taken', 409, 'An account with this email already exists'],
  ['invalid_credentials', 401, 'Invalid email or password'],
  ['reset_link_invalid', 400, 'This reset link is invalid or has expired.'],
  ['current_password_wrong', 400, 'Current password is incorrect'],
  ['google_failed', 401, 'Failed to authenticate with Google'],
  ['event_not_found', 404, 'Event not found'],
  ['only_free_events', 400, 'Only free events can be created for now'],
  ['capacity_below_sold', 409, 'Capacity cannot be lower than the 7 tickets already sold'],
  ['sold_out', 409, 'This event is sold out'],
  ['too_few_left', 409, 'Only 7 tickets left'],
  ['event_ended', 409, 'This event has ended'],
  ['invalid_file_type', 400, 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP'],
  ['file_too_large', 413, 'File too large. Maximum size: 5MB'],
]

test.each(ANSWERS)('%s answers %i: %s', (code, status, text) => {
  const { statusCode, message } = new AppError(code, { values: { n: 7 } })
  expect({ statusCode, message }).toEqual({ statusCode: status, message: text })
})
