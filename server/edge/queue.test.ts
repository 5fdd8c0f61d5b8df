import { expect, test } from 'vitest'
import { Queue } from './queue.ts'

const one = (name: number) => ({ name, isGone: false })

test('first in, first out, and each counts once', () => {
  const queue = new Queue<ReturnType<typeof one>>()
  const items = [1, 2, 3].map(one)
  for (const item of items) queue.push(item)
  expect([queue.size, queue.peek()?.name, queue.size]).toEqual([3, 1, 3])
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()].map((item) => item?.name)).toEqual([
    ...[1, 2, 3],
    undefined,
  ])
  expect(queue.size).toBe(0)
  queue.push(one(4))
  expect([queue.size, queue.shift()?.name]).toEqual([1, 4])
})

test('who leaves is skipped wherever they stand, and leaves only once', () => {
  const queue = new Queue<ReturnType<typeof one>>()
  const items = [1, 2, 3, 4].map(one)
  for (const item of items) queue.push(item)
  for (const at of [0, 2, 2]) queue.leave(items[at]!)
  expect(queue.size).toBe(2)
  expect(queue.peek()?.name).toBe(2)
  expect([queue.shift()?.name, queue.shift()?.name, queue.peek(), queue.shift()]).toEqual([2, 4, undefined, undefined])
  expect(queue.size).toBe(0)
})

test('tens of thousands pass through in their order while it never runs empty', () => {
  const queue = new Queue<ReturnType<typeof one>>()
  for (let n = 0; n < 5_000; n++) queue.push(one(n))
  let next = 0
  for (let n = 5_000; n < 50_000; n++) {
    queue.push(one(n))
    expect(queue.shift()?.name).toBe(next++)
  }
  expect(queue.size).toBe(5_000)
})

test('who was taken out cannot leave any more, and may come again', () => {
  const queue = new Queue<ReturnType<typeof one>>()
  const items = [1, 2].map(one)
  for (const item of items) queue.push(item)
  queue.shift()
  queue.leave(items[0]!)
  expect(queue.size).toBe(1)
  queue.push(items[0]!)
  expect([queue.size, queue.shift()?.name, queue.shift()?.name, queue.size]).toEqual([2, 2, 1, 0])
})
