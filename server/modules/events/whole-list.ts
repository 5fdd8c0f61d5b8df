// GET /all-events without a limit is all of them, however many: read a stretch at a time and written as it is read.
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Event } from '../../../contract/events.ts'
import type { Page } from '../../../contract/endpoint.ts'
import { Answer } from '../../http/answer.ts'
import type { Line } from '../../http/large-answers.ts'
import { limitConcurrency } from '../../runtime/limit-concurrency.ts'

/** Reads so many from there on. */
export type ReadPage = (limit: number, cursor: string | undefined) => Promise<Page<Event>>

// Larger answers wait in line; smaller ones are a matter of milliseconds.
const SMALL_BYTES = 1_000_000
// What is held in memory at a time, and what JSON is made of in one go: about 1 ms of the one thread.
const CHUNK_BYTES = 100_000
// An event takes 1 KB as a rule and can take 54.
const FIRST_EVENTS = 100
const MOST_EVENTS = 200
// How many may measure their answer at once; each of them may hold a megabyte while it does.
const MOST_MEASURED = 8

interface Chunk {
  items: Event[]
  /** Its events as JSON, without the brackets around. */
  json: string
}

async function* readChunks(read: ReadPage): AsyncGenerator<Chunk> {
  let limit = FIRST_EVENTS
  let cursor: string | undefined
  do {
    const { items, next } = await read(limit, cursor)
    const json = JSON.stringify(items).slice(1, -1)
    if (items.length > 0) yield { items, json }
    limit = Math.min(MOST_EVENTS, Math.max(1, Math.floor((CHUNK_BYTES * items.length) / (json.length || 1))))
    cursor = next ?? undefined
    // Yield first: a database that responds at once would otherwise starve other requests.
    await nextTurn()
  } while (cursor !== undefined)
}

/** The bytes that JSON.stringify would give. */
async function* writeJson(read: ReadPage): AsyncGenerator<string> {
  let before = '['
  for await (const { json } of readChunks(read)) {
    yield before + json
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** All of it if it is small; null otherwise, and then nothing of it is kept. */
async function readIfSmall(read: ReadPage): Promise<Event[] | null> {
  const found: Event[] = []
  let bytes = 0
  for await (const { items, json } of readChunks(read)) {
    bytes += Buffer.byteLength(json)
    if (bytes > SMALL_BYTES) return null
    for (const item of items) found.push(item)
  }
  return found
}

export interface WholeLists {
  answer(read: ReadPage, network: string): Promise<Page<Event> | Answer>
}

export function openWholeLists(line: Line): WholeLists {
  const measure = limitConcurrency({ atOnce: MOST_MEASURED })
  return {
    async answer(read, network) {
      const items = await measure(() => readIfSmall(read))
      if (items) return { items, next: null }
      const endTurn = await line.enter(network)
      const stream = Readable.from(writeJson(read), { objectMode: false, highWaterMark: CHUNK_BYTES })
      // Also when the client has gone: a generator that never started does not run its `finally`.
      stream.once('close', endTurn)
      return new Answer(stream)
    },
  }
}
