// The gate's rules one by one, with requests that are no more than events: quick enough to take each line of it away
// (`npm run mutate -- gate`). gate.test.ts shows with real sockets that it works.
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Gate, isProbe, type GateOptions } from './gate.ts'

class FakeRequest extends EventEmitter {
  headers: Record<string, string> = {}
  complete = true
  isCutOff = false
  url: string
  socket: { remoteAddress: string; destroy: () => void }

  constructor(url: string, remoteAddress: string) {
    super()
    this.url = url
    this.socket = { remoteAddress, destroy: () => (this.isCutOff = true) }
  }
}

class FakeResponse extends EventEmitter {
  status = 0
  headers = new Map<string, string>()
  body = ''
  shouldKeepAlive = true
  closed = false
  socket: object | null = {}

  writeHead(status: number, headers: string[]) {
    this.status = status
    for (let at = 0; at < headers.length; at += 2) this.headers.set(headers[at]!, headers[at + 1]!)
    return this
  }

  end(body = '') {
    this.status ||= 200
    this.body = body
    this.emit('prefinish')
    this.hangUp()
  }

  hangUp() {
    this.closed = true
    this.emit('close')
  }
}

interface Asked {
  request: FakeRequest
  response: FakeResponse
}

function opened(options: GateOptions = {}) {
  let now = 0
  const gate = new Gate({ clock: () => now, ...options })
  const started: FakeResponse[] = []
  const listener = gate.guard((_request, response) => void started.push(response as unknown as FakeResponse), {
    'x-secure': 'yes',
  })
  let people = 0
  const ask = (url = '/api/work', change: (asked: Asked) => void = () => undefined) => {
    const asked = { request: new FakeRequest(url, `10.0.${people >> 8}.${people & 255}`), response: new FakeResponse() }
    people++
    change(asked)
    listener(asked.request as unknown as IncomingMessage, asked.response as unknown as ServerResponse)
    return asked.response
  }
  const many = (count: number) => Array.from({ length: count }, () => ask())
  const pass = (ms: number) => {
    now += ms
    gate.tick()
  }
  return {
    gate,
    started,
    ask,
    many,
    pass,
    wait: (ms: number) => void (now += ms),
    /** A tenth of a second in which so many of those in service are finished. */
    step: async (finished: number) => {
      for (const response of started.filter(({ closed }) => !closed).slice(0, finished)) response.end()
      await nextTurn()
      pass(100)
    },
    inService: () => started.filter(({ closed }) => !closed).length,
  }
}

test('256 are in service while nothing is known, the others wait and follow as soon as somebody is finished', async () => {
  const { many, started, gate } = opened()
  many(300)
  expect(started).toHaveLength(256)
  expect(gate.waiting).toBe(44)
  started[0]!.end()
  // Not inside of the answer before.
  expect(started).toHaveLength(256)
  await nextTurn()
  expect(started).toHaveLength(257)
  expect(gate.waiting).toBe(43)
})

test('who comes while others wait does not overtake them', async () => {
  const { many, ask, started, wait } = opened()
  many(256)
  const first = ask()
  started[0]!.end()
  const second = ask()
  wait(1)
  await nextTurn()
  expect(started.at(-1)).toBe(first)
  started[1]!.end()
  await nextTurn()
  expect(started.at(-1)).toBe(second)
})

test('slow work that is done in turn is not taken for stuck work: no more begin than can be finished', async () => {
  const { many, step, inService } = opened()
  many(256)
  for (let n = 0; n < 60; n++) {
    many(20)
    await step(10)
    // From the first measure on nobody begins before as many are finished as were let in for too much.
    expect(inService()).toBeLessThanOrEqual(n < 10 ? 256 : Math.max(25, 256 - 10 * (n - 9)))
  }
  // A hundred a second: as many as are finished in a quarter of it.
  expect(inService()).toBe(25)
})

test('what many others have overtaken in two seconds is stuck, and keeps nobody out', async () => {
  const { many, started, pass, inService } = opened()
  const stuck = new Set(many(255))
  for (let n = 0; n < 30; n++) {
    many(10)
    for (let done = 0; done < 10; done++) {
      started.find((response) => !response.closed && !stuck.has(response))?.end()
      await nextTurn()
    }
    pass(100)
  }
  many(20)
  expect(inService()).toBe(255 + 20)
})

/** A gate that has seen how many are served in a second, with 50 who wait. */
async function measured(perStep: number) {
  const world = opened()
  world.many(256 + 50 + perStep * 10)
  for (let n = 0; n < 10; n++) await world.step(perStep)
  expect(world.gate.waiting).toBe(50)
  return world
}

test('those who would wait for more than three quarters of a second are refused, and only they', async () => {
  // 400 a second: 300 may wait.
  const { many, gate } = await measured(40)
  many(251)
  expect(gate.refused).toBe(0)
  many(1)
  expect(gate.refused).toBe(1)
  expect(gate.waiting).toBe(301)
})

test('a rush is served whole though the first moments were slow, and others are refused in the same moments', async () => {
  const { many, step, gate } = opened()
  many(2_000)
  for (let n = 0; n < 7; n++) {
    await step(60)
    many(60)
  }
  for (let n = 0; n < 20; n++) {
    await step(240)
    many(240)
  }
  expect(gate.refused).toBe(0)
  many(4_000)
  expect(gate.refused).toBeGreaterThan(3_000)
})

test('quiet hours say nothing about a rush', async () => {
  const { ask, many, step, gate, started } = opened()
  for (let n = 0; n < 20; n++) {
    ask()
    await step(1)
  }
  const before = started.length
  many(1_000)
  expect(started.length - before).toBe(256)
  expect(gate.refused).toBe(0)
})

test('who has waited for a second and a half is refused, whatever was expected', async () => {
  const { many, ask, pass, gate } = opened()
  many(256)
  const waiting = ask()
  pass(1_500)
  expect(gate.refused).toBe(0)
  pass(1)
  expect(gate.refused).toBe(1)
  expect(gate.waiting).toBe(0)
  expect(waiting.status).toBe(0)
})

test('a refusal says so in JSON, with the headers of every answer and a time to come back', () => {
  const { many, pass, gate } = opened()
  const all = many(300)
  pass(1_501)
  gate.drain()
  const [refusal] = all.filter(({ status }) => status === 503)
  expect(refusal?.headers.get('x-secure')).toBe('yes')
  expect(refusal?.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(refusal?.headers.get('cache-control')).toBe('no-store')
  expect(refusal?.headers.get('content-length')).toBe(String(Buffer.byteLength(refusal?.body ?? '')))
  expect(JSON.parse(refusal?.body ?? '')).toMatchObject({ statusCode: 503 })
  expect(refusal?.headers.get('retry-after')).toBe('1')
})

test('the time to come back is what the backlog takes, half a minute at most', async () => {
  const retryAfter = async (perStep: number, people: number) => {
    const { many, gate } = await measured(perStep)
    const refused = many(people).filter(({ closed }) => !closed)
    gate.drain()
    return refused.flatMap(({ headers }) => headers.get('retry-after') ?? [])
  }
  const some = await retryAfter(40, 2_000)
  // 2,050 in all at 400 a second; those who are told later are told a shorter time.
  expect([some.at(0), some.at(-1)]).toEqual(['6', '1'])
  expect((await retryAfter(20, 20_000)).at(0)).toBe('30')
})

test('one refusal is sent for every four that are served, the oldest first', async () => {
  const { many, pass, started } = opened()
  many(256)
  const late = many(8)
  pass(1_501)
  const sent = () => late.map(({ status }) => status)
  const serve = async (count: number) => {
    for (const response of started.filter(({ closed }) => !closed).slice(0, count)) response.end()
    await nextTurn()
  }
  expect(sent()).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  await serve(4)
  expect(sent()).toEqual([503, 0, 0, 0, 0, 0, 0, 0])
  await serve(4)
  expect(sent()).toEqual([503, 503, 0, 0, 0, 0, 0, 0])
})

test('after ten seconds a refusal is sent though nothing is served', () => {
  const { many, ask, pass } = opened()
  many(256)
  const late = ask()
  pass(1_501)
  pass(10_000)
  expect(late.status).toBe(0)
  pass(1)
  expect(late.status).toBe(503)
})

test('somebody who hangs up leaves the line, or the refusals', () => {
  const { many, ask, pass, gate } = opened()
  many(256)
  const [first, second] = [ask(), ask()]
  first.hangUp()
  expect(gate.waiting).toBe(1)
  pass(1_501)
  expect(gate.refused).toBe(1)
  second.hangUp()
  gate.drain()
  expect([first.status, second.status]).toEqual([0, 0])
})

test('somebody who hangs up in service makes room, and does not count as served', async () => {
  const { many, started, gate, pass } = opened()
  many(300)
  const late = many(4)
  started[0]!.hangUp()
  await nextTurn()
  expect(started).toHaveLength(257)
  pass(1_501)
  for (const response of started.slice(1, 5)) response.hangUp()
  expect(late.map(({ status }) => status)).toEqual([0, 0, 0, 0])
  expect(gate.waiting).toBe(0)
})

test('work that takes more than two seconds keeps nobody out', () => {
  const { many, ask, pass, started } = opened()
  many(256)
  pass(1_999)
  ask()
  expect(started).toHaveLength(256)
  pass(1)
  expect(started).toHaveLength(257)
})

test('a body that is still coming takes no place, and takes one once it is there', async () => {
  const { many, ask, started } = opened()
  const sending: FakeRequest[] = []
  const uploads = Array.from({ length: 10 }, () =>
    ask('/api/work', ({ request }) => {
      request.complete = false
      request.headers = { 'content-length': '10' }
      sending.push(request)
    }),
  )
  await nextTurn()
  many(256)
  expect(started).toHaveLength(266)
  for (const request of sending) {
    request.complete = true
    request.emit('end')
  }
  started.at(-1)!.end()
  ask()
  await nextTurn()
  // 10 more than there are places: their own ends make no room yet.
  expect(started).toHaveLength(266)
  for (const upload of uploads) upload.end()
  await nextTurn()
  expect(started).toHaveLength(267)
})

test.each([
  ['has arrived with its head', { 'content-length': '10' }, true],
  ['is empty', { 'content-length': '0' }, false],
  ['is none', {}, false],
])('a body that %s takes its place at once', async (_what, headers: Record<string, string>, arrives) => {
  const { many, ask, started } = opened()
  many(255)
  ask('/api/work', ({ request }) => {
    request.complete = false
    request.headers = headers
    if (arrives) process.nextTick(() => (request.complete = true))
  })
  await nextTurn()
  ask()
  expect(started).toHaveLength(256)
})

test('a body in parts, whose length nobody knows, takes no place either', async () => {
  const { many, ask, started } = opened()
  many(255)
  ask('/api/work', ({ request }) => {
    request.complete = false
    request.headers = { 'transfer-encoding': 'chunked' }
  })
  await nextTurn()
  ask()
  expect(started).toHaveLength(257)
})

test('an answer that was given before its body had come takes no place afterwards', async () => {
  const { many, ask, started } = opened()
  many(255)
  let sending: FakeRequest | undefined
  const refusedEarly = ask('/api/work', ({ request }) => {
    request.complete = false
    request.headers = { 'content-length': '10' }
    sending = request
  })
  await nextTurn()
  refusedEarly.end()
  sending!.emit('end')
  ask()
  expect(started).toHaveLength(257)
  ask()
  expect(started).toHaveLength(257)
})

test('pictures and scripts take no place, health and readiness do not even wait', () => {
  const { many, ask, started, gate } = opened()
  for (const url of ['/uploads/a.webp', '/assets/a.js', '/api/s3/upload?key=a']) for (let n = 0; n < 100; n++) ask(url)
  many(256)
  expect(started).toHaveLength(556)
  many(1)
  expect(gate.waiting).toBe(1)
  ask('/uploads/a.webp')
  expect(gate.waiting).toBe(2)
  for (const url of ['/api/health', '/api/ready', '/api/ready/write']) {
    ask(url)
    expect(isProbe(url)).toBe(true)
  }
  expect(started).toHaveLength(559)
  expect(isProbe('/api/healthy')).toBe(false)
})

test('requests piled up on one connection are cut off, but only while there is no room', () => {
  const { many, ask, started } = opened()
  const piled = () => {
    let request: FakeRequest | undefined
    ask('/api/work', (asked) => {
      asked.response.socket = null
      request = asked.request
    })
    return request!
  }
  expect(piled().isCutOff).toBe(false)
  many(255)
  expect(piled().isCutOff).toBe(true)
  expect(started).toHaveLength(256)
})

test('behind a proxy of ours clients are told apart by what it says, else by their address', async () => {
  const turns = async (trustProxy?: GateOptions['trustProxy']) => {
    const { many, ask, started } = opened({ trustProxy })
    many(256)
    const from = (client: string) =>
      ask('/api/work', ({ request }) => {
        request.socket.remoteAddress = '127.0.0.1'
        request.headers = { 'x-forwarded-for': client }
      })
    const waiting = [from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.2')]
    for (const response of started.slice(0, 3)) response.end()
    await nextTurn()
    return started.slice(-3).map((response) => waiting.indexOf(response))
  }
  expect(await turns((_address, hop) => hop < 1)).toEqual([0, 2, 1])
  expect(await turns(false)).toEqual([0, 1, 2])
  // Nobody is believed who was not asked to be.
  expect(await turns()).toEqual([0, 1, 2])
})

test('a stopping server says so on each answer, sends what it held back, and holds back nothing more', () => {
  const { many, ask, pass, gate } = opened()
  many(256)
  const held = ask()
  pass(1_501)
  expect(held.status).toBe(0)
  gate.drain()
  expect(held.status).toBe(503)
  const next = ask()
  expect(next.shouldKeepAlive).toBe(false)
  pass(1_501)
  expect(next.status).toBe(503)
  expect(gate.refused).toBe(2)
})

test('a connection is kept alive while the server is not stopping', () => {
  expect(opened().ask().shouldKeepAlive).toBe(true)
})

function watched(maxConnections: number) {
  const world = opened()
  const server = new EventEmitter()
  if (maxConnections) world.gate.maxConnections = maxConnections
  world.gate.watch(server as unknown as Server)
  onTestFinished(() => void server.emit('close'))
  const connect = () => {
    const socket = new EventEmitter()
    server.emit('connection', socket)
    return socket
  }
  return { ...world, server, connect }
}

test('beyond 95 % of the connections refusals are sent at once, below it they are held again', () => {
  const { many, ask, pass, connect } = watched(100)
  const sockets = Array.from({ length: 96 }, connect)
  many(256)
  const crowded = ask()
  pass(1_501)
  expect(crowded.status).toBe(503)
  sockets.pop()!.emit('close')
  const roomy = ask()
  pass(1_501)
  expect(roomy.status).toBe(0)
})

test('without a limit of connections it is never crowded', () => {
  const { many, ask, pass, connect } = watched(0)
  for (let n = 0; n < 20_000; n++) connect()
  many(256)
  const late = ask()
  pass(1_501)
  expect(late.status).toBe(0)
})

test('it looks ten times a second while the server is there, and no longer', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { gate, server } = watched(10)
  const tick = vi.spyOn(gate, 'tick')
  vi.advanceTimersByTime(1_000)
  expect(tick).toHaveBeenCalledTimes(10)
  server.emit('close')
  vi.advanceTimersByTime(1_000)
  expect(tick).toHaveBeenCalledTimes(10)
})
