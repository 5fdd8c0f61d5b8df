import { describe, expect, test } from 'vitest'
import { can, requireMay, type Principal } from './can.ts'

const creator: Principal = { id: 1 }
const another: Principal = { id: 2 }
const published = { creatorId: 1, status: 'published', hiddenAt: null } as const
const draft = { creatorId: 1, status: 'draft', hiddenAt: null } as const
const hidden = { creatorId: 1, status: 'published', hiddenAt: new Date() } as const

describe('an event', () => {
  test('is changed by its creator alone', () => {
    expect(can(creator, 'event.edit', published)).toBe(true)
    expect(can(another, 'event.edit', published)).toBe(false)
    expect(can(null, 'event.edit', published)).toBe(false)
  })

  test.each([draft, hidden])('that is not visible does not exist for anybody else', (event) => {
    expect(() => requireMay(another, 'event.edit', event)).toThrow(expect.objectContaining({ code: 'event_not_found' }))
    expect(() => requireMay(null, 'event.edit', event)).toThrow(expect.objectContaining({ code: 'event_not_found' }))
    expect(() => requireMay(creator, 'event.edit', event)).not.toThrow()
  })

  test('that is published says that a stranger may not change it', () => {
    expect(() => requireMay(another, 'event.edit', published)).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(() => requireMay(null, 'event.edit', published)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  })
})

test('visitors may what visitors may, and members that and what members may', () => {
  const permissions = ['site.use', 'account.use', 'event.create'] as const
  expect(permissions.map((permission) => can(null, permission, null))).toEqual([true, false, false])
  expect(permissions.map((permission) => can(another, permission, null))).toEqual([true, true, true])
})

test('what is refused is refused as what it is, also where there is nothing to hide', () => {
  const refused = (code: string): unknown => expect.objectContaining({ code })
  expect(() => requireMay(null, 'account.use', null)).toThrow(refused('unauthorized'))
  expect(() => requireMay(creator, 'picture.delete', null)).toThrow(refused('forbidden'))
  expect(() => requireMay(creator, 'picture.delete', { userId: 2 })).toThrow(refused('forbidden'))
})

test('a picture is deleted only by the person who uploaded it', () => {
  expect(can(creator, 'picture.delete', { userId: 1 })).toBe(true)
  expect(can(creator, 'picture.delete', { userId: 2 })).toBe(false)
  expect(can(creator, 'picture.delete', null)).toBe(false)
})
