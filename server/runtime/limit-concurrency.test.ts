import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

/** Work that ends when told to, and a record of what has begun. */
function tasks(limit: ReturnType<typeof limitConcurrency>) {
  const begun: string[] = []
  return {
    begun,
    start: (name: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const outcome = limit(() => {
        begun.push(name)
        return promise
      }).catch((error: Error) => error.message)
      return { outcome, end: () => resolve(name), fail: () => reject(new Error(`${name} failed`)) }
    },
  }
}

test('only so many run at once, and the others follow in the order they came', async () => {
  const { begun, start } = tasks(limitConcurrency({ atOnce: 2 }))
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(start)
  await nextTurn()
  expect(begun).toEqual(['a', 'b'])
  b?.end()
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const task of [a, c, d]) task?.end()
  expect(await Promise.all([a, b, c, d].map((task) => task!.outcome))).toEqual(['a', 'b', 'c', 'd'])
})

test('a failure gives its slot back', async () => {
  const { start } = tasks(limitConcurrency({ atOnce: 1 }))
  const [a, b] = [start('a'), start('b')]
  a.fail()
  b.end()
  expect([await a.outcome, await b.outcome]).toEqual(['a failed', 'b'])
  const later = start('later')
  later.end()
  expect(await later.outcome).toBe('later')
})

test('beyond the queue the next one is refused at once, with the given error', async () => {
  const limit = limitConcurrency({ atOnce: 1, maxWaiting: 1, refusal: () => new Error('come back later') })
  const { start } = tasks(limit)
  const [a, b, c] = [start('a'), start('b'), start('c')]
  expect(await c.outcome).toBe('come back later')
  a.end()
  b.end()
  expect([await a.outcome, await b.outcome]).toEqual(['a', 'b'])
})
