// The queue alone, with a commit that the test holds and answers.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBookingQueue, type BookingRequest } from './booking-queue.ts'

interface Commit {
  requests: BookingRequest[]
  answer: (outcomes: string[]) => void
  fail: (error: unknown) => void
}

const request = (eventId: number, userId = 1, idempotencyKey: string | null = null): BookingRequest => ({
  eventId,
  userId,
  numberOfTickets: 1,
  idempotencyKey,
})

const conflict = (code: string) => Object.assign(new Error('refused'), { code })

const usersOf = ({ requests }: Commit) => requests.map(({ userId }) => userId)

/** Commits stand in a list until the test answers them. */
function held() {
  const commits: Commit[] = []
  const queue = createBookingQueue<string>({
    commit: (requests) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      commits.push({ requests, answer: resolve, fail: reject })
      return promise
    },
  })
  return {
    commits,
    book: (...of: Parameters<typeof request>) => queue.book(request(...of)),
    /** Answers the commit with each booker's number, and lets what follows from it happen. */
    async answer(commit: Commit | undefined) {
      commit?.answer(usersOf(commit).map((userId) => `for ${userId}`))
      await turns()
    },
    async fail(commit: Commit | undefined, error: unknown) {
      commit?.fail(error)
      await turns()
    },
  }
}

const turns = async () => {
  for (let n = 0; n < 5; n++) await nextTurn()
}

/** Answered by a function of the batch, at once. */
const answering = (outcomes: (requests: BookingRequest[]) => string[]) => {
  const batches: number[][] = []
  const queue = createBookingQueue<string>({
    commit: (requests) => {
      batches.push(requests.map(({ userId }) => userId))
      return Promise.resolve().then(() => outcomes(requests))
    },
  })
  return { batches, book: (...of: Parameters<typeof request>) => queue.book(request(...of)) }
}

test('what is asked for in one turn is committed together, and each gets the outcome of its place', async () => {
  const q = held()
  const bookings = Array.from({ length: 20 }, (_, n) => q.book(n % 3, n))
  await turns()
  expect(q.commits.map(usersOf)).toEqual([Array.from({ length: 20 }, (_, n) => n)])
  await q.answer(q.commits[0])
  expect(await Promise.all(bookings)).toEqual(Array.from({ length: 20 }, (_, n) => `for ${n}`))
})

test('an event is never in two commits at once, and is served in the order of asking', async () => {
  const q = held()
  void q.book(1, 1)
  await turns()
  void q.book(1, 2)
  void q.book(1, 3)
  void q.book(2, 4)
  await turns()
  expect(q.commits.map(usersOf)).toEqual([[1], [4]])
  await q.answer(q.commits[1])
  expect(q.commits).toHaveLength(2)
  await q.answer(q.commits[0])
  expect(q.commits.map(usersOf)).toEqual([[1], [4], [2, 3]])
})

test('at most two commits are under way; the rest goes together in the third', async () => {
  const q = held()
  for (const id of [1, 2, 3, 4]) {
    void q.book(id, id)
    await turns()
  }
  expect(q.commits.map(usersOf)).toEqual([[1], [2]])
  await q.answer(q.commits[0])
  expect(q.commits.map(usersOf)).toEqual([[1], [2], [3, 4]])
  await q.answer(q.commits[1])
  await q.answer(q.commits[2])
  void q.book(1, 5)
  await turns()
  expect(q.commits.map(usersOf).at(-1), 'an event is free again once it is committed').toEqual([5])
})

test('a commit takes 256 at most, and nobody of its events overtakes those who were left', async () => {
  const q = held()
  for (let n = 0; n < 257; n++) void q.book(1, n)
  void q.book(1, 257)
  void q.book(2, 258)
  await turns()
  expect(q.commits[0]?.requests).toHaveLength(256)
  expect(q.commits.map(usersOf)[1]).toEqual([258])
  await q.answer(q.commits[0])
  expect(q.commits.map(usersOf)[2]).toEqual([256, 257])
})

test("a repeated key waits for its first, another user's same key does not", async () => {
  const q = held()
  const [first, again] = [q.book(1, 1, 'k'), q.book(2, 1, 'k')]
  void q.book(3, 2, 'k')
  void q.book(3, 3)
  void q.book(3, 4)
  await turns()
  expect(q.commits.map(({ requests }) => requests.map(({ eventId, userId }) => [eventId, userId]))).toEqual([
    [
      [1, 1],
      [3, 2],
      [3, 3],
      [3, 4],
    ],
  ])
  await q.answer(q.commits[0])
  expect(await first).toBe('for 1')
  expect(q.commits[1]?.requests).toMatchObject([{ eventId: 2, userId: 1 }])
  await q.answer(q.commits[1])
  expect(await again).toBe('for 1')
  void q.book(9, 1, 'k')
  await turns()
  expect(q.commits[2]?.requests, 'a key is free again once it is committed').toHaveLength(1)
})

test.each(['23505', '40001', '40P01'])('a conflict (%s) is tried once more, whole', async (code) => {
  let tries = 0
  const { batches, book } = answering((requests) => {
    if (tries++ === 0) throw conflict(code)
    return requests.map(() => 'booked')
  })
  expect(await Promise.all([book(1, 1), book(1, 2)])).toEqual(['booked', 'booked'])
  expect(batches).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('after two conflicts each goes alone, and the one that is the cause fails alone', async () => {
  const { batches, book } = answering((requests) => {
    if (requests.some(({ userId }) => userId === 2)) throw conflict('23514')
    return requests.map(({ userId }) => `for ${userId}`)
  })
  const results = await Promise.allSettled([book(1, 1), book(1, 2), book(1, 3)])
  expect(results).toMatchObject([
    { status: 'fulfilled', value: 'for 1' },
    { status: 'rejected', reason: { code: '23514' } },
    { status: 'fulfilled', value: 'for 3' },
  ])
  expect(batches).toEqual([[1, 2, 3], [1, 2, 3], [1], [2], [2], [3]])
})

test('a conflict is known as well when drizzle has wrapped it', async () => {
  let tries = 0
  const { book } = answering(() => {
    if (tries++ === 0) throw new Error('Failed query', { cause: conflict('40001') })
    return ['booked']
  })
  expect(await book(1)).toBe('booked')
})

test.each([
  ['a lost connection', new Error('gone')],
  ['another error of the database', conflict('53300')],
  ['a number that only ends like one', conflict('XX40')],
  ['a code that is no text', Object.assign(new Error('odd'), { code: 23505 })],
])('%s is not tried again, is told to all of the batch, and leaves the queue working', async (_name, error) => {
  const q = held()
  const bookings = Promise.allSettled([q.book(1, 1, 'k'), q.book(2, 2)])
  await turns()
  await q.fail(q.commits[0], error)
  for (const result of await bookings) expect(result).toMatchObject({ status: 'rejected', reason: error })
  expect(q.commits).toHaveLength(1)
  const after = q.book(1, 1, 'k')
  await turns()
  await q.answer(q.commits[1])
  expect(await after).toBe('for 1')
})

test('beyond 20,000 who wait the next is told to come back in two seconds', async () => {
  const q = held()
  void q.book(1, 0)
  await turns()
  for (let n = 0; n < 20_000; n++) void q.book(1, n)
  expect(() => q.book(2)).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 }))
  await q.answer(q.commits[0])
  void q.book(1)
  expect(q.commits).toHaveLength(2)
})

test('who has to wait for a repeated key is not overtaken by others for the same event', async () => {
  const q = held()
  void q.book(1, 1, 'key')
  await turns()
  void q.book(2, 1, 'key')
  void q.book(2, 2)
  await turns()
  expect(q.commits).toHaveLength(1)
  await q.answer(q.commits[0])
  expect(usersOf(q.commits[1]!)).toEqual([1, 2])
})

const away = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })

test('while the database is away who has a key waits and is tried again, and who has none hears of it at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const q = held()
  const [keyed, bare] = [q.book(1, 1, 'k'), q.book(1, 2)]
  bare.catch(() => undefined)
  await turns()
  await q.fail(q.commits[0], away())
  await expect(bare).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  // Other bookings of the event go on.
  const later = q.book(1, 3)
  await turns()
  expect(usersOf(q.commits[1]!)).toEqual([3])
  await q.answer(q.commits[1])
  expect(await later).toBe('for 3')
  await vi.advanceTimersByTimeAsync(200)
  await turns()
  expect(usersOf(q.commits[2]!)).toEqual([1])
  await q.answer(q.commits[2])
  expect(await keyed).toBe('for 1')
})

test('nobody waits for ever: after eight seconds it is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const q = held()
  const keyed = q.book(1, 1, 'k')
  keyed.catch(() => undefined)
  await turns()
  let tries = 0
  while (tries < q.commits.length) {
    await q.fail(q.commits[tries++], away())
    await vi.advanceTimersByTimeAsync(200)
    await turns()
  }
  await expect(keyed).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(tries).toBe(41)
})

test('what waits for something else to be settled is tried again alone; the others are answered at once and once', async () => {
  const settled: number[][] = []
  const batches: number[][] = []
  const queue = createBookingQueue<string>({
    commit: (requests) => {
      batches.push(requests.map(({ userId }) => userId))
      return Promise.resolve(
        requests.map(({ eventId }) => (eventId === 2 && settled.length < 2 ? 'not yet' : 'booked')),
      )
    },
    isUnsettled: (outcome) => outcome === 'not yet',
    settle: (eventIds) => {
      settled.push(eventIds)
      return Promise.resolve(new Date(settled.length))
    },
  })
  const outcomes = await Promise.all([1, 2, 2, 1].map((eventId, n) => queue.book(request(eventId, n))))
  expect(outcomes).toEqual(['booked', 'booked', 'booked', 'booked'])
  expect(batches).toEqual([
    [0, 1, 2, 3],
    [1, 2],
    [1, 2],
  ])
  expect(settled).toEqual([[2], [2]])
})

test('what can never be settled is told so in the end', async () => {
  const { batches, book } = answering((requests) => requests.map(() => 'not yet'))
  expect(await book(1)).toBe('not yet')
  expect(batches).toHaveLength(1)
  let commits = 0
  const queue = createBookingQueue<string>({
    commit: (requests) => Promise.resolve(requests.map(() => `${++commits}`)),
    isUnsettled: () => true,
  })
  expect(await queue.book(request(1))).toBe('6')
})
