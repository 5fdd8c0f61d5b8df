import { beforeEach, expect, test, vi } from 'vitest'
import { keepAnswer, keptAnswer } from './kept-answers.ts'

const device = vi.hoisted(() => ({ token: null as string | null }))
vi.mock('../lib/device-storage.ts', () => ({ readStored: () => device.token }))

beforeEach(() => {
  device.token = `token of ${expect.getState().currentTestName}`
})

test('a screen finds its last answer again', () => {
  keepAnswer('my events', ['Fiddle Night'])
  expect(keptAnswer('my events')).toEqual(['Fiddle Night'])
})

test('nobody sees the answers of another account, nor of one that signed out', () => {
  keepAnswer('my events', ['a draft'])
  device.token = 'somebody else'
  expect(keptAnswer('my events')).toBeUndefined()
  keepAnswer('my events', ['theirs'])
  device.token = null
  expect(keptAnswer('my events')).toBeUndefined()
})

test('an answer that comes after signing out is not shown to the next account', () => {
  keepAnswer('my events', ['a draft'])
  device.token = null
  keepAnswer('my events', ['late'])
  device.token = 'somebody else'
  expect(keptAnswer('my events')).toBeUndefined()
})

test('a long evening does not fill the memory: the oldest answer goes first', () => {
  for (let number = 0; number <= 20; number++) keepAnswer(`event ${number}`, number)
  expect(keptAnswer('event 0')).toBeUndefined()
  expect(keptAnswer('event 1')).toBe(1)
  expect(keptAnswer('event 20')).toBe(20)
})
