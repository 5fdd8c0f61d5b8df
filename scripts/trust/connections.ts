// Clients that hold connections for nothing: idle ones, a slow-loris, some that stop reading.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ms, percentile, type Outcome, type Scenario } from './scenario.ts'
import { Stack, type Instance } from './stack.ts'

const IDLE = 5_000
const LORIS = 500
const STUCK = 100
const SERVED_MS = 1_000
const MEGABYTE = 1024 * 1024

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

function open(port: number, count: number, begin: (socket: Socket) => void) {
  const seen = { open: 0, closed: 0 }
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => {
      seen.open++
      begin(socket)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => seen.closed++)
    return socket
  })
  return { seen, end: () => sockets.forEach((socket) => socket.destroy()) }
}

/** Sends requests as a person would, at the same time. */
async function served(server: Instance, path: string, times: number) {
  const took: number[] = []
  let failed = 0
  for (let n = 0; n < times; n++) {
    const from = performance.now()
    const response = await fetch(server.url + path, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
    await response?.arrayBuffer()
    if (response?.status !== 200) failed++
    took.push(performance.now() - from)
    await wait(20)
  }
  return { failed, slowest: percentile(took, 0.95) }
}

const verdict = (others: { failed: number; slowest: number }, more: string[]): Pick<Outcome, 'lost'> => ({
  lost: [
    ...(others.failed ? [`${others.failed} other requests failed`] : []),
    ...(others.slowest > SERVED_MS ? [`other requests took ${ms(others.slowest)}`] : []),
    ...more,
  ],
})

const idle = () =>
  Stack.with(async (stack) => {
    const server = await stack.server()
    const before = memoryOf(server.pid)
    const held = open(server.port, IDLE, () => undefined)
    while (held.seen.open < IDLE && held.seen.closed === 0) await wait(50)
    const reached = held.seen.open
    const others = await served(server, '/', 60)
    const grown = (memoryOf(server.pid) - before) / MEGABYTE
    held.end()
    return {
      times: `${reached} connections`,
      seen: `others served within ${ms(others.slowest)}; ${Math.round(grown)} MB for them`,
      ...verdict(others, reached < IDLE ? [`only ${reached} connections were accepted`] : []),
    }
  })

const slowLoris = () =>
  Stack.with(async (stack) => {
    const server = await stack.server()
    const held = open(server.port, LORIS, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
      const drip = setInterval(() => socket.write(`X-${Math.random()}: a\r\n`), 500)
      socket.on('close', () => clearInterval(drip))
      socket.resume()
    })
    const others = await served(server, '/', 60)
    const until = Date.now() + 20_000
    while (held.seen.closed < LORIS && Date.now() < until) await wait(100)
    held.end()
    return {
      times: `${LORIS} connections`,
      seen: `others served within ${ms(others.slowest)}; all cut off`,
      ...verdict(others, held.seen.closed < LORIS ? [`${LORIS - held.seen.closed} still hold a connection`] : []),
    }
  })

const stopReading = () =>
  Stack.with(async (stack) => {
    const server = await stack.server()
    const [creator] = await stack.accounts(1)
    // A list of some megabytes, more than fits into the buffers of a connection.
    await stack.postgres.query(
      `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
       select $1, 'Long ' || n, repeat('long ', 1900), 'Dublin', now() + interval '1 day', now() + interval '2 days',
         'Europe/Dublin', 'published', 10 from generate_series(1, 200) n`,
      [creator?.id],
    )
    await served(server, '/api/all-events', 2)
    const stillHeld = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      return Number(/nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    // Those of the database, and ours; more may be opened in between.
    const usual = (await stillHeld()) + 15
    const held = open(server.port, STUCK, (socket) => {
      socket.pause()
      socket.write('GET /api/all-events HTTP/1.1\r\nHost: a\r\n\r\n')
    })
    const others = await served(server, '/', 60)
    const peak = memoryOf(server.pid) / MEGABYTE
    const until = Date.now() + 90_000
    while ((await stillHeld()) > usual && Date.now() < until) await wait(1_000)
    const left = await stillHeld()
    held.end()
    return {
      times: `${STUCK} connections`,
      seen: `others served within ${ms(others.slowest)}; at most ${Math.round(peak)} MB; all cut off`,
      ...verdict(others, [
        ...(left > usual ? [`${left} connections are still held`] : []),
        ...(peak > 1_500 ? [`memory rose to ${Math.round(peak)} MB`] : []),
      ]),
    }
  })

export const connections: Scenario[] = [
  { name: 'idle', did: 'connections that say nothing', run: idle },
  { name: 'slow-loris', did: 'clients whose headers never end', run: slowLoris },
  { name: 'stop-reading', did: 'clients that ask for megabytes and stop reading', run: stopReading },
]
