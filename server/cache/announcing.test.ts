// What is announced to whom and when, without a database: the pool and the listener are the test's own.
import type pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Tx } from '../db/client.ts'
import { createLog } from '../http/request-log.ts'
import type { createListener } from './change-listener.ts'
import { readMessage } from './change-message.ts'
import { createEventChanges } from './event-changes.ts'
import { COUNTS, EVERYTHING, eventTag, LISTS, seatsTag, SITEMAP, type Tag } from './tags.ts'

interface Line {
  receive: (payload: string | undefined) => void
  connect: (isConnected: boolean) => void
  stopped: number
}

const line = vi.hoisted((): Line => ({ receive: () => undefined, connect: () => undefined, stopped: 0 }))

vi.mock(import('./change-listener.ts'), async (original) => ({
  ...(await original()),
  createListener: ((_url, onMessage, onConnection) => {
    line.receive = onMessage
    line.connect = onConnection
    return {
      read: () => Promise.reject(new Error('nobody reads here')),
      stop: () => Promise.resolve(void line.stopped++),
    }
  }) satisfies typeof createListener,
}))

beforeEach(() => void vi.useFakeTimers())

function announcing() {
  const published: string[][] = []
  const sent: string[] = []
  const here: string[][] = []
  const connected: boolean[] = []
  const trouble = { failures: 0 }
  const query = (_text: string, [channel, payload]: [string, string]) => {
    expect(channel).toBe('event_changes')
    if (trouble.failures-- > 0) return Promise.reject(new Error('gone'))
    sent.push(payload)
    published.push(readMessage(payload)?.tags ?? [])
    return Promise.resolve()
  }
  const changes = createEventChanges(
    { query } as unknown as pg.Pool,
    'postgres://nowhere',
    createLog('silent'),
    (isConnected) => connected.push(isConnected),
  )
  changes.onChange((tags) => here.push(tags))
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { changes, published, sent, here, connected, trouble, pass }
}

/** A transaction that only keeps what was notified in it. */
function transaction() {
  const payloads: string[] = []
  const execute = (statement: { queryChunks: unknown[] }) => {
    payloads.push(...statement.queryChunks.filter((chunk) => typeof chunk === 'string').slice(1))
    return Promise.resolve()
  }
  return { tx: { execute } as unknown as Tx, payloads }
}

test('a change is told here at once, and to the others outside of any transaction', async () => {
  const { changes, here, published, pass } = announcing()
  changes.changed(7)
  expect(here).toEqual([[eventTag(7), LISTS, COUNTS]])
  await pass(0)
  expect(published).toEqual(here)
})

test('what could not be told is told again after a quarter of a second, until it is', async () => {
  const { changes, here, published, trouble, pass } = announcing()
  trouble.failures = 2
  changes.changed(7)
  await pass(249)
  expect(published).toEqual([])
  await pass(251)
  expect(published).toEqual([[eventTag(7), LISTS, COUNTS]])
  expect(here, 'once here, however often it is tried').toHaveLength(1)
  await pass(10_000)
  expect(published).toHaveLength(1)
})

test('what could not be told of several changes is told again together', async () => {
  const { changes, published, trouble, pass } = announcing()
  trouble.failures = 2
  changes.changed(1)
  changes.changed(2)
  await pass(250)
  expect(published).toEqual([[eventTag(1), LISTS, COUNTS, eventTag(2)]])
})

test('seat counts are gathered: an event every 200 ms, the lists every 800', async () => {
  const { changes, here, published, pass } = announcing()
  changes.counted(1)
  changes.counted(2)
  changes.counted(1)
  await pass(199)
  expect(here).toEqual([])
  await pass(1)
  expect(here).toEqual([[seatsTag(1), seatsTag(2)]])
  changes.counted(1)
  await pass(599)
  expect(here).toEqual([[seatsTag(1), seatsTag(2)], [seatsTag(1)]])
  await pass(1)
  expect(here.at(-1)).toEqual([COUNTS])
  expect(published).toEqual(here)
})

test('more tags than a notification holds go in several', async () => {
  const { changes, published, pass } = announcing()
  for (let id = 0; id < 700; id++) changes.counted(id)
  await pass(200)
  expect(published.map((tags) => tags.length)).toEqual([300, 300, 100])
  expect(published.flat()).toEqual(Array.from({ length: 700 }, (_, id) => seatsTag(id)))
})

test('what others tell is told here, our own echo is not', async () => {
  const { changes, here, sent, pass } = announcing()
  changes.changed(7)
  await pass(0)
  here.length = 0
  line.receive(sent[0])
  expect(here).toEqual([])
  line.receive(JSON.stringify({ v: 1, from: 'another', tags: ['event:9'] }))
  expect(here).toEqual([['event:9']])
  line.receive('garbage')
  expect(here.at(-1)).toEqual([EVERYTHING])
})

test.each([
  [true, [eventTag(3), LISTS, COUNTS] as Tag[]],
  [false, [eventTag(3)]],
])(
  'an edit of an event (listed: %s) is told once here, after its commit, by whichever comes first',
  async (isListed, tags) => {
    const { changes, here } = announcing()
    const { tx, payloads } = transaction()
    const committed = await changes.announce(tx, 3, { isListed })
    expect(here).toEqual([])
    committed()
    expect(here).toEqual([tags])
    line.receive(payloads[0])
    expect(here).toHaveLength(1)
    line.receive(payloads[0])
    expect(here, 'a second echo was not expected').toHaveLength(2)
  },
)

test('an edit whose commit was never confirmed is told by its echo', async () => {
  const { changes, here } = announcing()
  const { tx, payloads } = transaction()
  await changes.announce(tx, 3, { isListed: true })
  line.receive(payloads[0])
  expect(here).toEqual([[eventTag(3), LISTS, COUNTS]])
})

test('echoes that a lost connection swallowed are not waited for', async () => {
  const { changes, here, connected } = announcing()
  const { tx, payloads } = transaction()
  ;(await changes.announce(tx, 3, { isListed: true }))()
  line.connect(false)
  line.receive(payloads[0])
  expect(here).toHaveLength(2)
  expect(connected).toEqual([false])
})

test('no more than a thousand echoes are waited for', async () => {
  const { changes, here } = announcing()
  const { tx, payloads } = transaction()
  for (let n = 0; n < 1_000; n++) (await changes.announce(tx, n, { isListed: false }))()
  line.receive(payloads[0])
  expect(here, 'all thousand are known').toHaveLength(1_000)
  ;(await changes.announce(tx, 1_000, { isListed: false }))()
  ;(await changes.announce(tx, 1_001, { isListed: false }))()
  line.receive(payloads[1])
  expect(here, 'the oldest were forgotten').toHaveLength(1_003)
})

test('whether other instances can be received from is known and passed on', () => {
  const { changes, connected } = announcing()
  expect(changes.isListening).toBe(false)
  line.connect(true)
  expect(changes.isListening).toBe(true)
  line.connect(false)
  expect(changes.isListening).toBe(false)
  expect(connected).toEqual([true, false])
})

test('once stopped nothing is told any more, nor tried again', async () => {
  const { changes, here, published, trouble, pass } = announcing()
  line.connect(true)
  changes.counted(1)
  trouble.failures = 1
  changes.changed(2)
  const before = line.stopped
  await changes.stop()
  expect(line.stopped).toBe(before + 1)
  expect(changes.isListening).toBe(false)
  await pass(10_000)
  expect(here).toEqual([[SITEMAP], [eventTag(2), LISTS, COUNTS]])
  expect(published).toEqual([])
})

test('what was hidden while nobody listened is gone from the sitemap once somebody does', () => {
  const { here, published } = announcing()
  line.connect(true)
  line.connect(false)
  line.connect(true)
  expect(here).toEqual([[SITEMAP], [SITEMAP]])
  expect(published).toEqual([])
})
