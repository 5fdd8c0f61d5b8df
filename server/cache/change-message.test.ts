import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage, writeMessage } from './change-message.ts'

test('a message is read as it was written', () => {
  const message = { from: 'a', tags: ['event:1', 'lists'] }
  expect(readMessage(writeMessage(message))).toEqual({ v: 1, ...message })
  expect(readMessage(writeMessage({ ...message, announcement: 7 }))).toEqual({ v: 1, ...message, announcement: 7 })
})

test('the versions before this one are understood during a rolling upgrade', () => {
  expect(readMessage('{"from":"a","tags":["event:1"]}')).toEqual({ v: 1, from: 'a', tags: ['event:1'] })
  expect(readMessage('{"v":1,"from":"a","tags":["event:1"]}')).toEqual({ v: 1, from: 'a', tags: ['event:1'] })
})

/** Word for word what the version before this one reads with. */
function readByTheVersionBefore(payload: string) {
  const { v = 1, from, tags, announcement } = JSON.parse(payload) as Record<string, unknown>
  if (v !== 1 || typeof from !== 'string' || !Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
    return null
  return { v, from, tags, ...(typeof announcement === 'number' && { announcement }) }
}

test('the version before this one understands what is told with a position', () => {
  const told = '{"v": 1, "from": "a", "lsn": "0/3000060", "tags": ["event:1"]}'
  expect(readByTheVersionBefore(told)).toEqual({ v: 1, from: 'a', tags: ['event:1'] })
  expect(readMessage(told)).toEqual({ v: 1, from: 'a', tags: ['event:1'], lsn: '0/3000060' })
})

test.each([
  ...[undefined, '', 'x', '{}', 'null', '[]', '0', '"x"', '{"v":2}', '{"v":1}'],
  ...['{"v":2,"from":"a","tags":["event:1"]}', '{"v":"1","from":"a","tags":[]}', '{"v":1,"from":1,"tags":[]}'],
  ...['{"v":1,"from":"a","tags":"event:1"}', '{"v":1,"from":"a","tags":[1]}', '{"v":1,"from":"a","tags":{"0":"b"}}'],
  ...['{"v":1,"from":"a","tags":null}', '{"v":1,"tags":[]}', '{'.repeat(7_000), 'x'.repeat(7_999)],
])('%s cannot be read', (payload) => {
  expect(readMessage(payload)).toBeNull()
})

const cutOff = fc.json().map((text) => text.slice(0, -1))

test('nothing that anybody sends is an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), cutOff), (payload) => {
      const read = readMessage(payload)
      return read === null || Array.isArray(read.tags)
    }),
  )
})
