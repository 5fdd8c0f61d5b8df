// Ordinary use for minutes: memory and file handles stay flat.
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { audit, Bookers } from './bookers.ts'
import { memoryOf } from './memory.ts'
import type { Scenario } from './scenario.ts'
import { Stack } from './stack.ts'

const SOAK_MS = 180_000

const manyEvents = (stack: Stack, creator: number, count: number) =>
  stack.postgres.query(
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
     select $1, 'Ceilidh ' || n, repeat('fiddle and drum ', 60), 'Dublin', now() + n * interval '1 hour',
       now() + n * interval '1 hour' + interval '2 hours', 'Europe/Dublin', 'published', 100 from generate_series(1, $2::int) n`,
    [creator, count],
  )

const handlesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

const soak = () =>
  Stack.with(async (stack) => {
    const server = await stack.server()
    const accounts = await stack.accounts(8)
    const eventId = await stack.event(accounts[0]!, 1_000_000)
    await manyEvents(stack, accounts[0]!.id, 50)
    const bookers = new Bookers()
    bookers.start(accounts, eventId, () => server.url, 100)
    const pages = [
      '/',
      '/events',
      `/events/${eventId}`,
      '/api/all-events?limit=24',
      '/api/all-events?q=ceilidh&limit=5',
      '/nowhere',
    ]
    const samples: { memory: number; handles: number }[] = []
    const until = Date.now() + SOAK_MS
    let asked = 0
    let failed = 0
    while (Date.now() < until) {
      const from = Date.now()
      while (Date.now() - from < SOAK_MS / 12) {
        const answers = await Promise.all(pages.map((path) => fetch(server.url + path)))
        await Promise.all(answers.map((answer) => answer.arrayBuffer()))
        asked += answers.length
        failed += answers.filter(({ status }) => status >= 500).length
        await wait(20)
      }
      samples.push({ memory: memoryOf(server.pid), handles: handlesOf(server.pid) })
    }
    await bookers.stop()
    // The first quarter warms up: code is compiled, caches are filled.
    const settled = samples.slice(3)
    const half = Math.floor(settled.length / 2)
    const mean = (part: typeof settled, of: 'memory' | 'handles') =>
      part.reduce((sum, one) => sum + one[of], 0) / part.length
    const [early, late] = [settled.slice(0, half), settled.slice(half)]
    const growth = mean(late, 'memory') - mean(early, 'memory')
    const handles = mean(late, 'handles') - mean(early, 'handles')
    return {
      times: `${SOAK_MS / 60_000} minutes, ${asked} requests, ${bookers.answered.length} bookings`,
      seen: `${Math.round(mean(late, 'memory'))} MB (${growth >= 0 ? '+' : ''}${growth.toFixed(0)}), ${Math.round(mean(late, 'handles'))} handles`,
      lost: [
        ...(failed ? [`${failed} answers of 500 and more`] : []),
        ...(growth > Math.max(20, mean(early, 'memory') * 0.12) ? [`memory grew by ${growth.toFixed(0)} MB`] : []),
        ...(handles > 15 ? [`file handles grew by ${handles.toFixed(0)}`] : []),
        ...(await audit(stack, bookers)),
      ],
    }
  })

export const soaks: Scenario[] = [{ name: 'soak', did: 'people read and book for minutes', run: soak }]
