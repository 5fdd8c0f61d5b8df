// More than can be served, and enough for a while.
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { prepare } from '../../bench/booking-database.ts'
import { bookAsPeople } from '../../bench/bookings.ts'
import { getRequest, startSteady } from '../../bench/support/steady.ts'
import { audit, Bookers } from './bookers.ts'
import { Load } from './load.ts'
import { memoryOf } from './memory.ts'
import { ms, type Scenario } from './scenario.ts'
import { Stack } from './stack.ts'

const TIMES_TOO_MUCH = 4
const OVERLOAD_MS = 10_000
const SOAK_MS = 180_000
// The gate lets in what can be served within a second; the rate itself is not steady.
const IN_TIME_MS = 3_000
// Refusals are held back, ten seconds at most (server/edge/refusals.ts).
const SHED_MS = 11_000
const NOBODY = { count: 0, p50: 0, p99: 0 }

const manyEvents = (stack: Stack, creator: number, count: number) =>
  stack.postgres.query(
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, is_draft, capacity)
     select $1, 'Ceilidh ' || n, repeat('fiddle and drum ', 60), 'Dublin', now() + n * interval '1 hour',
       now() + n * interval '1 hour' + interval '2 hours', 'Europe/Dublin', false, 100 from generate_series(1, $2::int) n`,
    [creator, count],
  )

const overload = () =>
  Stack.with(async (stack) => {
    const server = await stack.server()
    const [creator] = await stack.accounts(1)
    await manyEvents(stack, creator!.id, 100)
    // With a token the list is made for this caller alone: real work each time.
    const headers = { authorization: `Bearer ${creator!.token}` }
    const url = `${server.url}/api/all-events`
    const calm = new Load(url, headers)
    await calm.closed(16, 2_000)
    const rate = await calm.closed(16, 5_000)
    calm.close()

    const asking = getRequest('/api/all-events', `authorization: Bearer ${creator!.token}\r\n`)
    const order = { port: server.port, requests: [asking], perSecond: rate * TIMES_TOO_MUCH, connections: 100 }
    const storm = await startSteady(order)
    await wait(OVERLOAD_MS)
    const { sent, byStatus } = await storm.report()
    await storm.stop()
    const { 200: served = NOBODY, 503: shed = NOBODY, ...other } = byStatus
    const others = Object.values(other).reduce((sum, { count }) => sum + count, 0)
    await wait(2_000)
    const after = new Load(url, headers)
    await after.closed(16, 1_000)
    const rateAfter = await after.closed(16, 5_000)
    after.close()
    return {
      times: `${sent} requests at ${Math.round(rate * TIMES_TOO_MUCH)}/s, ${TIMES_TOO_MUCH} times ${Math.round(rate)}/s`,
      seen: `${served.count} served (p99 ${ms(served.p99)}), ${shed.count} told to come back (median ${ms(shed.p50)}); afterwards ${Math.round(rateAfter)}/s`,
      lost: [
        ...(others ? [`${others} requests got neither 200 nor 503`] : []),
        ...(shed.count === 0 ? ['nobody was turned away'] : []),
        ...(shed.p50 > SHED_MS ? [`half of those turned away heard of it after ${ms(shed.p50)}`] : []),
        ...(served.p99 > IN_TIME_MS ? [`those who were served waited ${ms(served.p99)}`] : []),
        ...(served.count / (OVERLOAD_MS / 1000) < rate * 0.4 ? [`only ${served.count} were served meanwhile`] : []),
        ...(rateAfter < rate * 0.7 ? [`afterwards ${Math.round(rateAfter)}/s instead of ${Math.round(rate)}/s`] : []),
      ],
    }
  })

const RUSH = 2_000
const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
const PRESS_MS = 200

/** People press together for one event; twice, the first time on a server that has just started. */
const rush = () =>
  Stack.with(async (stack) => {
    const server = await stack.server()
    const { tokens, hotEvent } = await prepare(stack.postgres.url)
    const order = { port: server.port, tokens, eventIds: [hotEvent], people: RUSH, warmUpMs: 0, measureMs: PRESS_MS }
    const waves = []
    for (let wave = 0; wave < 2; wave++) {
      const from = performance.now()
      const { others } = await bookAsPeople(order)
      waves.push({ others, took: performance.now() - from })
    }
    const [sold] = await stack.postgres.query<{ tickets: number; seats: number; mails: number }>(
      `select (select count(*)::int from tickets) as tickets, (select count(*)::int from mails) as mails,
         (select tickets_sold from events where id = $1) as seats`,
      [hotEvent],
    )
    const turnedAway = waves.map(({ others }) => others[503] ?? 0)
    const unanswered = waves.flatMap(({ others }) => Object.keys(others)).filter((status) => status !== '503')
    return {
      times: `2 times ${RUSH} people`,
      seen: `${sold!.tickets} booked; ${turnedAway.join(' and ')} told to come back; all answered after ${waves.map(({ took }) => ms(took)).join(' and ')}`,
      lost: [
        ...(sold!.tickets + sum(turnedAway) < waves.length * RUSH ? ['somebody was not answered'] : []),
        ...(unanswered.length ? [`somebody was answered ${unanswered.join(', ')}`] : []),
        ...(turnedAway.some((count) => count > RUSH / 20) ? ['more than 5 % were turned away'] : []),
        ...(sold!.tickets !== sold!.seats || sold!.tickets !== sold!.mails ? ['seats, tickets and mails differ'] : []),
      ],
    }
  })

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

export const overloads: Scenario[] = [
  { name: 'overload', did: 'four times the rate that can be served', run: overload },
  { name: 'rush', did: '2,000 people press for one event at the same moment', run: rush },
  { name: 'soak', did: 'people read and book for minutes', run: soak },
]
