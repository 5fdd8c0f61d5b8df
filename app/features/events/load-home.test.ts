import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { reloadHome } from './load-home.ts'

const problemAfter = async (failure: Error) => (await reloadHome(() => Promise.reject(failure))).problem

test('home that cannot be loaded says why in the words for people, else Failed to fetch events.', async () => {
  expect(await problemAfter(new ApiError(503, 'Hooley is busy right now.'))).toBe('Hooley is busy right now.')
  expect(await problemAfter(new ApiError(502, ''))).toBe('Failed to fetch events.')
  expect(await problemAfter(new TypeError('Failed to fetch'))).toBe('Failed to fetch events.')
})
