import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const ANNA = 1
const BEN = 2

/** Work that ends when it is told to. */
function held() {
  const gate = Promise.withResolvers<void>()
  return { work: () => gate.promise, end: () => gate.resolve() }
}

test('one piece of work at a time, and accounts take turns', async () => {
  const queue = fairQueue(20)
  const order: string[] = []
  const first = held()
  const all = [queue(ANNA, first.work)]
  for (const name of ['anna 2', 'anna 3', 'anna 4']) all.push(queue(ANNA, async () => void order.push(name)))
  all.push(queue(BEN, async () => void order.push('ben 1')))
  await Promise.resolve()
  expect(order).toEqual([])
  first.end()
  await Promise.all(all)
  expect(order.indexOf('ben 1')).toBeLessThanOrEqual(1)
  expect(order).toHaveLength(4)
})

test('a full queue refuses, and has room again later', async () => {
  const queue = fairQueue(2)
  const first = held()
  const all = [queue(ANNA, first.work), queue(ANNA, async () => undefined), queue(BEN, async () => undefined)]
  await expect(queue(BEN, async () => undefined)).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 5 })
  first.end()
  await Promise.all(all)
  await queue(BEN, async () => undefined)
})

test('work that fails is told to the one who asked and keeps nobody waiting', async () => {
  const queue = fairQueue(2)
  const failing = queue(ANNA, () => Promise.reject(new Error('no picture')))
  const next = queue(BEN, () => Promise.resolve('a picture'))
  await expect(failing).rejects.toThrow('no picture')
  expect(await next).toBe('a picture')
})
