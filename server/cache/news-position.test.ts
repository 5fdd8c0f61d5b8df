import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { LogPosition } from '../db/log-position.ts'
import { NewsPosition } from './news-position.ts'

/** A leader whose answers the test gives. */
function leader(timeline = 1) {
  const waiting: PromiseWithResolvers<LogPosition>[] = []
  const ask = () => {
    const question = Promise.withResolvers<LogPosition>()
    waiting.push(question)
    return question.promise
  }
  return {
    ask,
    waiting,
    async answer(lsn: bigint) {
      waiting.shift()?.resolve({ timeline, lsn })
      await nextTurn()
    },
    async fail() {
      waiting.shift()?.reject(new Error('gone'))
      await nextTurn()
    },
  }
}

async function listening(lsn = 100n) {
  const position = new NewsPosition()
  const first = leader()
  position.listen(first.ask)
  await first.answer(lsn)
  expect(position.isCurrent).toBe(true)
  return { position, first }
}

test('before the leader has said where it is nothing is known', () => {
  const position = new NewsPosition()
  expect([position.isCurrent, position.required]).toEqual([false, null])
  position.listen(leader().ask)
  expect([position.isCurrent, position.required]).toEqual([false, null])
})

test('the newest position that was told is required, whatever order they come in', async () => {
  const { position } = await listening(100n)
  expect(position.required).toEqual({ timeline: 1, lsn: 100n })
  position.received(120n, true)
  position.received(110n, true)
  expect(position.required).toEqual({ timeline: 1, lsn: 120n })
  expect(position.isCurrent).toBe(true)
})

test('news without a position is asked for, and until the answer nothing is read on a replica', async () => {
  const { position, first } = await listening()
  position.received(null, false)
  expect(position.isCurrent).toBe(false)
  await first.answer(130n)
  expect(position.isCurrent).toBe(true)
  expect(position.required?.lsn).toBe(130n)
})

test('news that comes while the leader is asked needs another answer', async () => {
  const { position, first } = await listening()
  position.received(null, false)
  position.received(null, true)
  await first.answer(130n)
  expect([position.isCurrent, position.required]).toEqual([false, null])
  await first.answer(140n)
  expect(position.isCurrent).toBe(true)
  expect(position.required?.lsn).toBe(140n)
})

test('an answer that is older than later news changes nothing', async () => {
  const { position, first } = await listening()
  position.received(null, false)
  position.received(150n, false)
  await first.answer(140n)
  expect(position.required?.lsn).toBe(150n)
})

test('a position that lies beyond 32 bits is told from a smaller one', async () => {
  const { position } = await listening()
  position.received(0x1_0000_0001n, false)
  position.received(0xffff_ffffn, false)
  expect(position.required?.lsn).toBe(0x1_0000_0001n)
})

test('without a connection it is never current, and knows what a replica needs all the same', async () => {
  const { position } = await listening()
  position.disconnected()
  expect(position.isCurrent).toBe(false)
  expect(position.required).toEqual({ timeline: 1, lsn: 100n })
})

test('while nobody can be asked a replica may lack a count, and no change of an event', async () => {
  const { position } = await listening()
  position.disconnected()
  position.received(null, false)
  expect(position.required?.lsn).toBe(100n)
  position.received(null, true)
  expect(position.required).toBeNull()
})

test('another leader is asked again: its log is another one', async () => {
  const { position, first } = await listening(900n)
  position.received(null, true)
  position.disconnected()
  const second = leader(2)
  position.listen(second.ask)
  expect(position.isCurrent).toBe(false)
  // The answer of the one before comes too late.
  await first.answer(950n)
  expect(position.required).toBeNull()
  await second.answer(500n)
  expect(position.isCurrent).toBe(true)
  expect(position.required).toEqual({ timeline: 2, lsn: 500n })
})

test('a leader that does not answer is asked again', async () => {
  const position = new NewsPosition()
  const first = leader()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  position.listen(first.ask)
  await first.fail()
  await vi.advanceTimersByTimeAsync(250)
  vi.useRealTimers()
  await first.answer(100n)
  expect(position.isCurrent).toBe(true)
})
