// A real server whose work and whose clock a test steps by hand, and clients that come back the moment they are answered:
// nothing here depends on how fast the machine is.
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { Gate } from '../edge/gate.ts'

const STEP_MS = 100
const IMPATIENT = '/impatient'

export interface Answer {
  status: number
  retryAfter: number
  /** By the clock of the test. */
  waitedMs: number
  atMs: number
}

export class SlowServer {
  now = 0
  readonly gate = new Gate({ clock: () => this.now })
  /** What has been let in and is not answered yet. */
  readonly working: ServerResponse[] = []
  readonly started: string[] = []
  port = 0
  /** Nobody comes back any more. */
  isOver = false
  arrived = 0
  ended = 0
  sent = 0
  answered = 0

  /** `withGate: false` shows what the gate is good for. */
  static async open({ withGate = true, maxConnections = 0 } = {}): Promise<SlowServer> {
    const slow = new SlowServer()
    const serve: RequestListener = (request, response) => {
      slow.started.push(request.url ?? '')
      if (request.url === '/api/health') response.end()
      else slow.working.push(response)
      request.resume()
    }
    const guarded = withGate ? slow.gate.guard(serve, { 'x-secure': 'yes' }) : serve
    const server = createServer((request, response) => {
      if (request.url === IMPATIENT) {
        slow.arrived++
        response.once('finish', () => slow.ended++)
      }
      guarded(request, response)
    })
    if (maxConnections) {
      slow.gate.maxConnections = maxConnections
      slow.gate.watch(server)
    }
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    slow.port = (server.address() as AddressInfo).port
    return slow
  }

  async socket(localAddress = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port: this.port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    onTestFinished(() => void socket.destroy())
    return socket
  }

  /** One request of somebody else. */
  async ask(path: string): Promise<Socket> {
    const socket = await this.socket()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    return socket
  }

  /** Asks, and asks again with every answer, whatever it was. */
  async impatient(count: number, localAddress?: string): Promise<Answer[]> {
    const answers: Answer[] = []
    const sockets = await Promise.all(Array.from({ length: count }, () => this.socket(localAddress)))
    for (const socket of sockets) {
      let since = 0
      const ask = () => {
        since = this.now
        this.sent++
        socket.write(`GET ${IMPATIENT} HTTP/1.1\r\nhost: a\r\n\r\n`)
      }
      socket.setEncoding('latin1').on('data', (text: string) => {
        const [head = ''] = text.split('\r\n\r\n')
        const retryAfter = Number(/retry-after: (\d+)/i.exec(head)?.[1])
        answers.push({ status: Number(head.slice(9, 12)), retryAfter, waitedMs: this.now - since, atMs: this.now })
        this.answered++
        if (!this.isOver) ask()
      })
      ask()
    }
    await this.settle()
    return answers
  }

  /** A tenth of a second in which so many are finished. */
  async step(finished: number) {
    for (const response of this.working.splice(0, finished)) response.end('{}')
    await this.settle()
    this.now += STEP_MS
    this.gate.tick()
    await this.settle()
  }

  /** Until all that was written has arrived, in both directions. */
  async settle() {
    const isMoving = () => this.sent !== this.arrived || this.ended !== this.answered
    do {
      await new Promise(setImmediate)
      await new Promise(setImmediate)
    } while (isMoving())
  }
}
