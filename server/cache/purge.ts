// Tells caches in front of us to drop what was withdrawn. Every instance does so after it has dropped its own copy, so after
// the last of them none is left from which the old page could be fetched again.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { throttled } from '../runtime/throttled.ts'
import { EVERYTHING, isWithdrawn, type Tag } from './tags.ts'

// After two seconds nobody has the old page any more, purged or not: later tries would be for nothing.
const TRIES_AFTER_MS = [0, 100, 400, 1_000]
const ANSWER_WITHIN_MS = 1_000
const KEYS_AT_ONCE = 100
const LOG_EVERY_MS = 60_000

export interface PurgerOptions {
  urls: string[]
  log: Logger
  registry: Registry
}

async function send(url: string, keys: string) {
  const response = await fetch(url, {
    method: 'PURGE',
    headers: { 'surrogate-key': keys },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The cache answered ${response.status}.`)
}

function inPortions(tags: Tag[]): string[] {
  if (tags.includes(EVERYTHING)) return [EVERYTHING]
  const count = Math.ceil(tags.length / KEYS_AT_ONCE)
  return Array.from({ length: count }, (_, n) => tags.slice(n * KEYS_AT_ONCE, (n + 1) * KEYS_AT_ONCE).join(' '))
}

/** Takes what has changed, once this instance's own copies are outdated. */
export function createPurger({ urls, log, registry }: PurgerOptions): (tags: Tag[]) => void {
  const purges = new Counter({
    name: 'hooley_edge_purges_total',
    help: 'Purges of the cache in front, by result: done, failed (old pages then live for up to two seconds)',
    labelNames: ['result'],
    registers: [registry],
  })
  const warn = throttled<unknown>(LOG_EVERY_MS, (error, leftOut) => {
    log.warn({ reason: (error as Error).name, leftOut }, 'the cache in front could not be purged')
  })
  const waiting = new Set<Tag>()

  const purge = async (url: string, keys: string) => {
    let reason: unknown
    for (const pause of TRIES_AFTER_MS) {
      await wait(pause, undefined, { ref: false })
      try {
        await send(url, keys)
        return purges.inc({ result: 'done' })
      } catch (error) {
        reason = error
      }
    }
    purges.inc({ result: 'failed' })
    warn(reason)
  }

  const flush = () => {
    const portions = inPortions([...waiting])
    waiting.clear()
    for (const url of urls) for (const keys of portions) void purge(url, keys)
  }

  return (tags) => {
    const isEmpty = waiting.size === 0
    for (const tag of tags) if (isWithdrawn(tag)) waiting.add(tag)
    if (isEmpty && waiting.size > 0) setImmediate(flush)
  }
}
