// Somebody's server that takes webhooks: real HTTP on loopback, verified by the package that receivers use.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished, vi } from 'vitest'
import type { MessageType } from '../../contract/message-types.ts'
import { message, MESSAGES } from '../../contract/webhooks.ts'

interface Verifier {
  verify(body: string, headers: Record<string, string>): unknown
}

// Not imported: only tests that verify something need the package to be installed.
const verifierFor = (secret: string): Verifier => {
  const { Webhook } = createRequire(import.meta.url)('standardwebhooks') as { Webhook: new (key: string) => Verifier }
  return new Webhook(secret)
}

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  /** Parsed by the contract. */
  message: { type: MessageType; timestamp: string; sequence: number; data: Record<string, unknown> }
}

export type Answer = number | ((request: IncomingMessage, response: ServerResponse) => void)

/** For OUTGOING_NETWORKS. */
export const LOOPBACK = '127.0.0.0/8'

export async function webhookReceiver() {
  const received: Received[] = []
  // What it answers next; 200 once this is empty.
  const answers: Answer[] = []
  const open = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    open.most = Math.max(open.most, ++open.now)
    response.on('close', () => open.now--)
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const parsed = message.parse(JSON.parse(body))
      MESSAGES[parsed.type].strict().parse(parsed.data)
      received.push({ headers: request.headers, body, message: parsed })
      const answer = answers.shift() ?? 200
      if (typeof answer === 'function') return answer(request, response)
      response.writeHead(answer).end('thank you')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/hook`, received, answers, open, close }
}

/** For one test: closed when it ends. */
export async function openReceiver() {
  const receiver = await webhookReceiver()
  onTestFinished(receiver.close)
  return receiver
}

/** Throws where the package refuses the message. It accepts five minutes of difference between the clocks. */
export function verify(secret: string, { headers, body }: Received, now = new Date()) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    verifierFor(secret).verify(body, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

/** A certificate that nobody vouches for. */
export async function selfSigned() {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-tls-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', keyFile, '-out', certFile]
  try {
    await promisify(execFile)('openssl', ['req', '-x509', ...subject, ...made])
    return { key: await readFile(keyFile), cert: await readFile(certFile) }
  } finally {
    await rm(folder, { recursive: true })
  }
}
