import { expect, test } from 'vitest'
import { allEndpoints } from './api.ts'
import { errorsOf, type AnyEndpoint } from './endpoint.ts'
import { ApiError } from './api-error.ts'
import { AppError, ERRORS, statusOf, type ErrorCode } from './errors.ts'
import { permission } from './permissions.ts'

test('an error has the status and the sentence of its code, with its values in it', () => {
  const held = new AppError('capacity_below_held', { values: { n: 3, m: 2 } })
  expect(held).toMatchObject({ name: 'AppError', code: 'capacity_below_held', statusCode: 409 })
  expect(held.message).toBe(
    'Capacity cannot be lower than the 3 tickets already sold and the 2 places held for the waiting list',
  )
})

test('one is said in the singular', () => {
  expect(new AppError('capacity_below_held', { values: { n: 1, m: 1 } }).message).toBe(
    'Capacity cannot be lower than the 1 ticket already sold and the 1 place held for the waiting list',
  )
  expect(new AppError('offer_smaller', { values: { n: 1 } }).message).toBe('Only 1 place is offered to you')
  // A sentence of the specification.
  expect(new AppError('too_few_left', { values: { n: 1 } }).message).toBe('Only 1 tickets left')
})

test('a sentence of its own replaces that of the code, with the braces that somebody typed', () => {
  const error = new AppError('bad_request', { message: 'Text has no {field}', values: { field: 'Title' } })
  expect(error.message).toBe('Text has no {field}')
  expect(new AppError('too_few_left').message).toBe('Only undefined tickets left')
})

test('an error keeps what caused it and when to come back', () => {
  const cause = new Error('the line is dead')
  const error = new AppError('unavailable', { cause, retryAfterSeconds: 2 })
  expect(error.cause).toBe(cause)
  expect(error.retryAfterSeconds).toBe(2)
})

test('what a client throws says what was answered', () => {
  expect(new ApiError(409, 'Sold out', 1, 'sold_out')).toMatchObject({
    name: 'ApiError',
    status: 409,
    message: 'Sold out',
    retryAfterSeconds: 1,
    code: 'sold_out',
  })
})

test('a call is refused to those whom its permission leaves out, and has the errors it declares', () => {
  const call = (change: Partial<AnyEndpoint>) => errorsOf({ ...allEndpoints[0]!, errors: undefined, ...change })
  expect(call({ access: 'anyone', may: 'event.read' })).toEqual([])
  const keys = ['key_ended', 'scope_missing']
  expect(call({ access: 'optional', may: 'event.read', errors: ['event_not_found'] })).toEqual([
    ...keys,
    'event_not_found',
  ])
  expect(call({ access: 'member', may: permission('ticket.book', 'member') })).toEqual([
    ...['unauthorized', ...keys, 'account_leaving', 'account_suspended'],
  ])
  expect(call({ access: 'member', may: 'account.use', whileLeaving: true, whileSuspended: true })).toEqual([
    'unauthorized',
    ...keys,
  ])
  expect(call({ access: 'member', may: 'event.edit' })).toEqual([
    ...['unauthorized', ...keys, 'account_leaving', 'account_suspended', 'forbidden'],
  ])
})

test('no two calls answer to the same method and path', () => {
  const names = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  [1, 'in a moment'],
  [60, 'in a moment'],
  [61, 'in 2 minutes'],
  [15 * 60, 'in 15 minutes'],
  [3_601, 'in 61 minutes'],
  [5_401, 'in 2 hours'],
  [86_264, 'in 24 hours'],
  [14 * 86_400, 'in 14 days'],
])('a wait of %d seconds is said in words', (seconds, words) => {
  const { message } = new AppError('too_many_requests', { retryAfterSeconds: seconds })
  expect(message).toBe(`Too many requests. Please try again ${words}.`)
})

test('every refusal of something done too often says when to try again, or what else to do', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[])
    if (statusOf(code) === 429) expect(new AppError(code).message).toMatch(/try again in a moment\.|first\.$/)
})
