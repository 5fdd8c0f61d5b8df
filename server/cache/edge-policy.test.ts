import { expect, test } from 'vitest'
import { unshared, withEdgeHeaders } from './edge-policy.ts'
import { eventTag, LISTS, type Tag } from './tags.ts'

const edgeHeadersOf = (tags: Tag[], headers: Record<string, string> = {}, status = 200) =>
  withEdgeHeaders({ status, headers: { 'cache-control': 'public, no-cache', ...headers }, body: '', tags }).headers

test('what is made of events may be kept for a second', () => {
  expect(edgeHeadersOf([eventTag(12), LISTS])).toEqual({
    'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
  })
})

test('what is not made of events, differs by token or is no success may not be kept', () => {
  const ours = { 'cache-control': 'private, no-cache' }
  expect(edgeHeadersOf([])).toEqual(ours)
  expect(edgeHeadersOf([LISTS], {}, 404)).toEqual(ours)
  expect(edgeHeadersOf([LISTS], { vary: 'Accept-Encoding, Authorization' })).toMatchObject(ours)
  expect(edgeHeadersOf([LISTS], { 'cache-control': 'no-store' })).toEqual({ 'cache-control': 'private, no-store' })
})

test.each([
  ['public, max-age=31536000, s-maxage=60, immutable', 'private, max-age=31536000, immutable'],
  ['public, no-cache', 'private, no-cache'],
  ['private, no-cache', 'private, no-cache'],
  ['no-cache', 'private, no-cache'],
  ['', 'private, no-cache'],
  ['no-store', 'private, no-store'],
])('%s without those who share is %s', (said, expected) => {
  expect(unshared(said)).toBe(expected)
})
