import { expect, test } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { failureText, serverMessage } from './failure-text.ts'

test('a failure is told in the words of the server', () => {
  expect(failureText(new ApiError(409, 'An account with this email already exists'), 'Failed')).toBe(
    'An account with this email already exists',
  )
})

test('else in the words of the error', () => {
  expect(failureText(new ApiError(0, 'Network error.'), 'Failed')).toBe('Network error.')
  expect(failureText(new TypeError('boom'), 'Failed')).toBe('boom')
})

test('else in the given sentence', () => {
  expect(failureText(new ApiError(502, ''), 'Failed')).toBe('Failed')
  expect(failureText('nonsense', 'Failed')).toBe('Failed')
})

test('without an answer there is no message of the server', () => {
  expect(serverMessage(new ApiError(0, 'Network error.'))).toBeNull()
  expect(serverMessage(new ApiError(500, ''))).toBeNull()
  expect(serverMessage(new ApiError(400, 'Wrong'))).toBe('Wrong')
})
