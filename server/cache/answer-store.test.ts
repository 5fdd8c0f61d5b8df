import { expect, test } from 'vitest'
import { AnswerStore, type Stored } from './answer-store.ts'
import { ReadyBytes } from './ready-bytes.ts'
import { eventTag, LISTS, type Tag } from './tags.ts'

const stored = (address: string, tags: Tag[] = [], weight = 1): Stored => ({ address, tags, weight, used: false })

test('what a tag names is found without looking at anything else, and forgotten with the answer', () => {
  const store = new AnswerStore<Stored>(1_000)
  for (let n = 0; n < 100; n++) store.put(stored(`/${n}`, [LISTS, eventTag(n)]))
  const [one] = store.tagged(eventTag(7))
  expect([...store.tagged(eventTag(7))].map(({ address }) => address)).toEqual(['/7'])
  expect([...store.tagged(LISTS)]).toHaveLength(100)
  store.delete(one!)
  expect([...store.tagged(eventTag(7))]).toEqual([])
  expect([...store.tagged(LISTS)]).toHaveLength(99)
  store.put(stored('/8', []))
  expect([...store.tagged(eventTag(8))]).toEqual([])
  expect(store.bytes).toBe(99)
})

test('to tell of a change costs the same however much is kept', async () => {
  const looked = { tags: 0 }
  const ready = new ReadyBytes()
  for (let n = 0; n < 500; n++) {
    // Going through all answers means looking at their tags.
    const tags = new Proxy([eventTag(n)], {
      get(target, name) {
        looked.tags++
        return Reflect.get(target, name) as unknown
      },
    })
    await ready.obtain(`/${n}`, '', () => Promise.resolve({ status: 200, headers: {}, body: '', tags }))
  }
  looked.tags = 0
  ready.invalidate(eventTag(7))
  expect(ready.find('/7', undefined)).toBeUndefined()
  expect(ready.find('/8', undefined)).toBeDefined()
  expect(looked.tags).toBeLessThan(20)
})

test('the oldest make room, and what is asked for stays', () => {
  const store = new AnswerStore<Stored>(3)
  for (const address of ['/asked-for', '/old', '/older']) store.put(stored(address))
  store.get('/asked-for')!.used = true
  store.put(stored('/new'))
  expect(['/asked-for', '/old', '/older', '/new'].filter((address) => store.get(address))).toEqual([
    '/asked-for',
    '/older',
    '/new',
  ])
  store.put(stored('/too-big', [], 4))
  expect(store.bytes).toBeLessThanOrEqual(3)
})

test('exactly full is not too full', () => {
  const store = new AnswerStore<Stored>(3)
  for (const address of ['/a', '/b', '/c']) store.put(stored(address))
  expect([store.size, store.bytes]).toEqual([3, 3])
  store.put(stored('/d', [], 2))
  expect(['/a', '/b', '/c', '/d'].filter((address) => store.get(address))).toEqual(['/c', '/d'])
})

test('a second chance is one: what is not asked for again goes in its turn', () => {
  const store = new AnswerStore<Stored>(2)
  for (const address of ['/asked-for', '/old']) store.put(stored(address))
  store.get('/asked-for')!.used = true
  for (const address of ['/new', '/newer']) store.put(stored(address))
  expect(['/asked-for', '/new', '/newer'].filter((address) => store.get(address))).toEqual(['/asked-for', '/newer'])
  store.put(stored('/newest'))
  expect(['/asked-for', '/newer', '/newest'].filter((address) => store.get(address))).toEqual(['/newer', '/newest'])
})

test('what is larger than all the room is not kept, asked for or not', () => {
  const store = new AnswerStore<Stored>(3)
  store.put({ ...stored('/too-big', [LISTS], 4), used: true })
  expect([store.size, store.bytes, [...store.tagged(LISTS)]]).toEqual([0, 0, []])
})

test('an answer is replaced by the next of its address, and only it can be taken away then', () => {
  const store = new AnswerStore<Stored>(100)
  const before = stored('/page', [LISTS], 10)
  const after = stored('/page', [eventTag(1)], 20)
  store.put(before)
  store.put(after)
  expect([store.size, store.bytes]).toEqual([1, 20])
  store.delete(before)
  expect(store.get('/page')).toBe(after)
  expect([...store.tagged(eventTag(1))]).toEqual([after])
  store.clear()
  expect([store.size, store.bytes, store.get('/page'), [...store.tagged(eventTag(1))]]).toEqual([0, 0, undefined, []])
})

test('long addresses and headers weigh what they take, not only the body', async () => {
  const ready = new ReadyBytes({ maxBytes: 1_000_000 })
  const long = 'x'.repeat(20_000)
  const keep = (address: string, headers: Record<string, string>) =>
    ready.obtain(address, '', () => Promise.resolve({ status: 200, headers, body: 'short', tags: [] }))
  const isKept = (n: number) => ready.find(`/${n}${long}`, undefined) !== undefined
  for (let n = 0; n < 100; n++) await keep(`/${n}${long}`, {})
  expect(Array.from({ length: 100 }, (_, n) => n).filter(isKept).length).toBeLessThan(50)
  ready.clear()
  for (let n = 0; n < 100; n++) await keep(`/${n}`, { 'x-long': long })
  expect(ready.find('/0', undefined)).toBeUndefined()
  expect(ready.bytes).toBeLessThanOrEqual(1_000_000)
})
