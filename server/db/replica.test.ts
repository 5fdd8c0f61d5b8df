// Where a read is made, without a database: both sides are the test's own.
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { isReached, readLsn } from './log-position.ts'
import { openReplica, type ReadFrom } from './replica.ts'

const failing = (code: string) => () =>
  Promise.reject(new Error('wrapped', { cause: Object.assign(new Error('inside'), { code }) }))
const here = () => Promise.resolve('replica')
const onLeader = () => Promise.resolve('leader')
const never = () => new Promise<never>(() => undefined)

function opened(isCurrent = true, patience?: number) {
  const from: ReadFrom[] = []
  const freshness = { isCurrent, required: { timeline: 1, lsn: 1n } }
  const replica = openReplica('postgres://nobody@127.0.0.1:1/nothing', {
    poolSize: 1,
    patience,
    freshness,
    onRead: (one: ReadFrom) => void from.push(one),
  })
  onTestFinished(() => replica.close())
  return { read: replica.read, from }
}

test('a replica that is up to date answers, and nobody asks the leader', async () => {
  const { read, from } = opened()
  expect(await read(here, never)).toBe('replica')
  expect(from).toEqual(['replica'])
})

test('an instance that is disconnected from LISTEN asks the leader', async () => {
  const { read, from } = opened(false)
  expect(await read(here, onLeader)).toBe('leader')
  expect(from).toEqual(['leader'])
})

test.each(['40001', '40P01', '57P01', '53300', '25006', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'a replica that fails with %s leaves it to the leader',
  async (code) => {
    const { read, from } = opened()
    expect(await read(failing(code), onLeader)).toBe('leader')
    expect(from).toEqual(['leader'])
  },
)

test('a replica that is away is not asked by everybody', async () => {
  const { read } = opened()
  let asked = 0
  const away = () => (asked++, failing('ECONNREFUSED')())
  for (let n = 0; n < 5; n++) expect(await read(away, onLeader)).toBe('leader')
  expect(asked).toBe(1)
})

test('what the replica refuses by the rules, or is too slow for, is nobody else’s', async () => {
  const { read } = opened()
  const refused = () => Promise.reject(new AppError('event_not_found'))
  await expect(read(refused, onLeader)).rejects.toMatchObject({ code: 'event_not_found' })
  await expect(read(failing('57014'), onLeader)).rejects.toMatchObject({ cause: { code: '57014' } })
})

test.each([true, false])('without the leader the replica answers (hears news: %s)', async (isCurrent) => {
  const { read, from } = opened(isCurrent)
  let tries = 0
  const secondTime = () => (tries++ === 0 && isCurrent ? failing('40001')() : here())
  expect(await read(secondTime, failing('ECONNREFUSED'))).toBe('replica')
  expect(from).toEqual(['replica-alone'])
})

test('a leader that says nothing is not waited for where the replica answers', async () => {
  const { read } = opened(false)
  expect(await read(here, never)).toBe('replica')
})

test.each([
  [undefined, 1_000],
  [5, 5_000],
])('with a patience of %s a leader that says nothing has %i ms', async (patience, ms) => {
  const { read } = opened(false, patience)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let answer: string | undefined
  void read(here, never).then((from) => (answer = from))
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(answer).toBe('replica')
})

test('without either the leader’s own error is told', async () => {
  const { read } = opened(false)
  await expect(read(failing('57P03'), failing('ECONNREFUSED'))).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  })
})

test.each([
  ['0/0', '0'],
  ['0/3000060', '50331744'],
  ['16/B374D848', '97500059720'],
  ['ffffffff/ffffffff', '18446744073709551615'],
  ['', 'null'],
  ['16', 'null'],
  ['16/', 'null'],
  ['x/1', 'null'],
  ['1/123456789', 'null'],
  [undefined, 'null'],
  [7, 'null'],
])('the position %s is %s', (text, lsn) => expect(String(readLsn(text))).toBe(lsn))

test.each([
  [1, 5, 1, 5, true],
  [1, 4, 1, 5, false],
  [1, 9, 2, 5, false],
  [2, 9, 1, 5, false],
])('who is on timeline %i at %i has what is on timeline %i at %i: %s', (timeline, at, wanted, needed, isEnough) => {
  expect(isReached({ timeline, lsn: BigInt(at) }, { timeline: wanted, lsn: BigInt(needed) })).toBe(isEnough)
})
