import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { questionOf } from './call-question.ts'

const endpoint = {
  path: '/all-events/{eventId}',
  query: z.object({
    when: z.string().optional(),
    // Parsed into what String() would call '[object Object]'.
    price: z
      .string()
      .transform((text) => ({ from: Number(text) }))
      .optional(),
  }),
} as unknown as AnyEndpoint

const question = (query: Record<string, string | string[]>, eventId = '12') =>
  questionOf(endpoint, { params: { eventId }, query })

test('two questions never share an address, whatever their parts are parsed into', () => {
  expect(question({ price: '10' })).toBe('/api/all-events/12?price=10')
  expect(question({ price: '20' })).not.toBe(question({ price: '10' }))
  expect(question({ when: ['a', 'b'] })).not.toBe(question({ when: 'a,b' }))
  expect(question({}, 'a/b?c')).toBe('/api/all-events/a%2Fb%3Fc')
})

test('one question has one address, whatever its order and whatever nobody asked for', () => {
  expect(question({ price: '10', when: 'past', fbclid: 'x' })).toBe('/api/all-events/12?when=past&price=10')
  expect(question({ when: 'past', price: '10' })).toBe('/api/all-events/12?when=past&price=10')
  expect(question({ fbclid: 'x' })).toBe('/api/all-events/12')
})
