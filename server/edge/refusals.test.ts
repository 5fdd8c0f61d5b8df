import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { Refusals, type Refused } from './refusals.ts'

function opened(count: number) {
  const sent: number[] = []
  const all = Array.from({ length: count }, (_, since): Refused => ({
    since,
    isGone: false,
    response: {} as ServerResponse,
  }))
  const refusals = new Refusals<Refused>(({ since }) => sent.push(since))
  for (const one of all) refusals.hold(one)
  const served = (times: number) => {
    for (let n = 0; n < times; n++) refusals.earn()
    return sent.length
  }
  return { refusals, all, sent, served }
}

test('one is sent for every four requests that were served', () => {
  const { served, sent, refusals } = opened(10)
  expect([served(3), served(1), served(3), served(1), served(8)]).toEqual([0, 1, 1, 2, 4])
  expect(sent).toEqual([0, 1, 2, 3])
  expect(refusals.size).toBe(6)
})

test('what was served while nobody was held back is not saved up: the first goes soon, the next in its turn', () => {
  const { served, refusals, all } = opened(0)
  served(1_000)
  for (let n = 0; n < 5; n++)
    refusals.hold({ ...(all[0] ?? { response: {} as ServerResponse }), since: n, isGone: false })
  expect([served(1), served(2), served(1), served(3)]).toEqual([1, 1, 2, 2])
})

test('who hangs up while held back is told nothing', () => {
  const { refusals, all, sent } = opened(3)
  refusals.leave(all[0]!)
  expect(refusals.size).toBe(2)
  refusals.sendAll()
  expect(sent).toEqual([1, 2])
  refusals.sendOldest()
  expect(sent).toEqual([1, 2])
})

test('nobody is held back for more than ten seconds', () => {
  const { refusals, sent } = opened(4)
  refusals.expire(10_000)
  expect(sent).toEqual([])
  refusals.expire(10_002)
  expect(sent).toEqual([0, 1])
  expect(refusals.size).toBe(2)
})
