import { expect, test } from 'vitest'
import { ApiError } from '../../contract/api-error.ts'
import { failureSentence, isRefusal, Sentence, serverSentence } from './failure.ts'

test('a failure is told in the words of the server', () => {
  const taken = new ApiError(409, 'An account with this email already exists')
  expect(failureSentence(taken, 'Failed')).toBe('An account with this email already exists')
  expect(serverSentence(taken, 'Failed')).toBe('An account with this email already exists')
})

test('where no answer came there is a sentence for that, but none of the server', () => {
  const offline = new ApiError(0, 'Network error.')
  expect(failureSentence(offline, 'Failed')).toBe('Network error.')
  expect(serverSentence(offline, 'Failed')).toBe('Failed')
})

test('what the browser’s side says to a person is shown as it is', () => {
  expect(failureSentence(new Sentence('This picture is too large.'), 'Failed')).toBe('This picture is too large.')
})

test.each([new ApiError(502, ''), new TypeError('x is not a function'), 'nonsense', null])(
  'what was not written for people is not shown: %s',
  (error) => {
    expect(failureSentence(error, 'Failed')).toBe('Failed')
    expect(serverSentence(error, 'Failed')).toBe('Failed')
  },
)

test('a refusal is known by its code, not by its English', () => {
  expect(isRefusal(new ApiError(409, 'Someone was faster', undefined, 'event_changed'), 'event_changed')).toBe(true)
  expect(isRefusal(new ApiError(409, 'This event is sold out', undefined, 'sold_out'), 'event_changed')).toBe(false)
  expect(isRefusal(new Error('event_changed'), 'event_changed')).toBe(false)
})
