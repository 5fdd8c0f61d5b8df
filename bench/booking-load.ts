// The people: a separate process, so that the server's figures are the server's. Each connection is one person who
// presses, waits for the answer and presses again. Plain sockets, because a full client costs more than the server.
import { connect, type Socket } from 'node:net'

export interface LoadOrder {
  port: number
  tokens: string[]
  eventIds: number[]
  people: number
  warmUpMs: number
  /** Enters the ballots of these events instead of booking. */
  isBallot?: boolean
  /** Undefined: until stopped, and then every answer is counted, however late it comes. */
  measureMs?: number
}

export type Stop = 'stop'

export interface LoadReport {
  booked: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  max: number
  /** Answers that were not 201, by status; 0: the connection was lost. */
  others: Record<string, number>
}

const run = process.pid.toString(36)
let presses = 0

/** Each has an address of his own, as our proxy would pass it on: limits for an address do not count all of them as one. */
const addressOf = (person: number) => `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`

function requestText(order: LoadOrder): string {
  const n = presses++
  const { eventIds, tokens, isBallot } = order
  // Everybody enters one ballot, then everybody the next: an entry that is there already would be changed.
  const turn = isBallot ? Math.floor(n / tokens.length) : n
  const eventId = eventIds[turn % eventIds.length]
  const salt = `${process.pid.toString(16)}${n.toString(16)}`.padStart(32, '0')
  const body = isBallot ? `{"seats":1,"salt":"${salt}"}` : `{"eventId":${eventId},"numberOfTickets":1}`
  return `POST ${isBallot ? `/api/events/${eventId}/ballot/entry` : '/api/tickets'} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokens[n % tokens.length]}\r\nx-forwarded-for: ${addressOf(n % tokens.length)}\r\nidempotency-key: bench-${run}-${Date.now()}-${n}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** The status, once the whole answer is there. */
function statusOf(answer: string): number | null {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
  return answer.length >= end + 4 + length ? Number(answer.slice(9, 12)) : null
}

const open = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject)
    socket.setNoDelay(true)
  })

async function carryOut(order: LoadOrder): Promise<LoadReport> {
  const latencies: number[] = []
  const others: Record<string, number> = {}
  const sockets: Socket[] = []
  for (let at = 0; at < order.people; at += 100) {
    const few = Math.min(100, order.people - at)
    sockets.push(...(await Promise.all(Array.from({ length: few }, () => open(order.port)))))
  }
  const from = performance.now() + order.warmUpMs
  let until = order.measureMs === undefined ? Infinity : from + order.measureMs
  process.once('message', (message: Stop) => {
    if (message === 'stop') until = performance.now()
  })
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((done) => {
          let pressedAt = 0
          let answer = ''
          let isDone = false
          // Everybody once, however long it takes a busy machine to let all of them press.
          const press = (isFirst = false) => {
            if (!isFirst && performance.now() >= until) {
              isDone = true
              socket.destroy()
              return done()
            }
            pressedAt = performance.now()
            socket.write(requestText(order))
          }
          const count = (status: number) => {
            const now = performance.now()
            // A refusal or a lost connection counts whenever it comes: nobody may be left without a booking.
            if (status !== 201) others[status] = (others[status] ?? 0) + 1
            else if (now >= from && (now <= until || order.measureMs === undefined)) latencies.push(now - pressedAt)
          }
          socket.on('data', (chunk) => {
            answer += chunk.toString('latin1')
            const status = statusOf(answer)
            if (status === null) return
            answer = ''
            count(status)
            press()
          })
          socket.on('error', () => undefined)
          socket.on('close', () => {
            if (!isDone) count(0)
            done()
          })
          press(true)
        }),
    ),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    booked: latencies.length,
    perSecond: Math.round(latencies.length / ((until - from) / 1000)),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: latencies.at(-1) ?? 0,
    others,
  }
}

process.once('message', (order: LoadOrder) => {
  void carryOut(order).then((report) => process.send?.(report))
})
