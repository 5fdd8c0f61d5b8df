import { expect, onTestFinished, test, vi } from 'vitest'
import { openLine } from './large-answers.ts'

function line() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const open = openLine({ most: 2, patienceMs: 10_000, mostWaiting: 3 })
  const entered: string[] = []
  const refused: string[] = []
  const come = (name: string, network: string) => {
    const turn = open.enter(network)
    turn.then(
      () => entered.push(name),
      () => refused.push(name),
    )
    return turn
  }
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { come, entered, refused, settled }
}

test('one is under way for a network, and so many in all; the others follow in the order of coming', async () => {
  const { come, entered, settled } = line()
  const first = come('a1', 'a')
  void come('a2', 'a')
  const second = come('b1', 'b')
  void come('c1', 'c')
  await settled()
  expect(entered).toEqual(['a1', 'b1'])
  const end = await second
  end()
  end()
  await settled()
  expect(entered, 'a2 has to wait for its own network').toEqual(['a1', 'b1', 'c1'])
  ;(await first)()
  await settled()
  expect(entered).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('nobody waits longer than ten seconds, and who has given up takes no turn', async () => {
  const { come, entered, refused, settled } = line()
  const first = come('a1', 'a')
  const second = come('a2', 'a')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await expect(second).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 10 })
  ;(await first)()
  void come('a3', 'a')
  await settled()
  expect(entered).toEqual(['a1', 'a3'])
})

test('a line that is full refuses at once', async () => {
  const { come, refused, settled } = line()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) come(name, 'a').catch(() => undefined)
  await settled()
  expect(refused).toEqual(['a5'])
})

test('of one group only so many are under way, and a group that waits behind another long line comes first', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const open = openLine({ most: 3, mostOfGroup: 2, patienceMs: 10_000, mostWaiting: 10, mostWaitingOfGroup: 3 })
  const entered: string[] = []
  const ends: (() => void)[] = []
  const come = (key: string, group: string) =>
    open.enter(key, group).then((end) => {
      entered.push(key)
      ends.push(end)
    })
  const refused = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((key) => come(key, 'a')).slice(0, 2))
  await refused
  expect(entered).toEqual(['a1', 'a2'])
  await expect(come('a6', 'a')).rejects.toMatchObject({ statusCode: 503 })
  await come('b1', 'b')
  void come('c1', 'c')
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(entered, 'c has none under way, a has one').toEqual(['a1', 'a2', 'b1', 'c1'])
})
