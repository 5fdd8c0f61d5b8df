import { describe, expect, test } from 'vitest'
import { can, requireMay, type Principal } from './can.ts'

const creator: Principal = { id: 1 }
const another: Principal = { id: 2 }
const published = { creatorId: 1, isDraft: false }
const draft = { creatorId: 1, isDraft: true }

describe('an event', () => {
  test('is changed by its creator alone', () => {
    expect(can(creator, 'event.edit', published)).toBe(true)
    expect(can(another, 'event.edit', published)).toBe(false)
    expect(can(null, 'event.edit', published)).toBe(false)
  })

  test('that is somebody else’s draft is not there for others, whoever asks', () => {
    expect(() => requireMay(another, 'event.edit', draft)).toThrow(expect.objectContaining({ code: 'event_not_found' }))
    expect(() => requireMay(null, 'event.edit', draft)).toThrow(expect.objectContaining({ code: 'event_not_found' }))
  })

  test('that is published says that a stranger may not change it', () => {
    expect(() => requireMay(another, 'event.edit', published)).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(() => requireMay(null, 'event.edit', published)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  })
})

test('a picture is deleted by whoever uploaded it, and one that nobody uploaded by nobody', () => {
  expect(can(creator, 'picture.delete', { userId: 1 })).toBe(true)
  expect(can(creator, 'picture.delete', { userId: 2 })).toBe(false)
  expect(can(creator, 'picture.delete', null)).toBe(false)
})
