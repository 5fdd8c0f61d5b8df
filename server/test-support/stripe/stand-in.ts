// Stripe on loopback, as far as we use it: sessions, refunds, idempotency keys, signed webhooks and a page to pay on. What
// it believes is in beliefs.ts; what it takes and sends is held to the SDK's types (check-wire.ts).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { isKept, KEY_KEPT_MS, LONGEST_KEY, LONGEST_SESSION_MS, SHORTEST_SESSION_MS } from './beliefs.ts'
import { holdToTypes, readRequest } from './check-wire.ts'
import { EventPost, type PostOptions } from './event-post.ts'
import { readForm } from './form.ts'
import { newId, newPaymentIntent, newRefund, newSession, toSeconds } from './objects.ts'
import { hostedPage } from './page.ts'
import type { PaymentIntent, Refund, Session, SessionCreate } from './wire-types.ts'

export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/**
 * What the next request meets. `cut`: nothing is done and the line is cut; `lost`: it is done, then the line is cut; `slow`:
 * it is done and never answered; `trickling`: the answer begins and never ends; `broken`: a 500 before anything is done; `broken after`: it is done, and a 500 says otherwise.
 */
export type Trouble = 'cut' | 'lost' | 'slow' | 'trickling' | 'broken' | 'broken after' | 'too many'

export interface StandInOptions extends PostOptions {
  secretKey?: string
}

const MAX_BODY = 64 * 1024

const failure = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  body: { error: { type, message, ...(code && { code }) } },
})
const invalid = (message: string, code?: string) => failure(400, 'invalid_request_error', message, code)
const missing = (what: string) => failure(404, 'invalid_request_error', `No such ${what}`, 'resource_missing')

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) {
    text += part
    if (text.length > MAX_BODY) throw new Error('The request is too large.')
  }
  return text
}

const TRICKLE_MS = 10

/** Always another byte: a timeout of silence never ends it. */
function trickle(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), TRICKLE_MS)
  response.on('close', () => clearInterval(timer))
}

export class StripeStandIn extends EventPost {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, PaymentIntent>()
  readonly refunds = new Map<string, Refund>()
  /** Everything that was asked, for tests of what leaves the house. */
  readonly requests: { method: string; path: string; key?: string; body: string }[] = []
  /** Met by the next requests, one each. */
  readonly troubles: Trouble[] = []
  /** Met by the next so many requests of one kind, while the others go through: `beforeNext(/POST/, 'lost', 2)`. */
  beforeNext(requests: RegExp, trouble: Trouble, times = 1) {
    for (let n = 0; n < times; n++) this.chosen.push({ requests, trouble })
  }
  private readonly chosen: { requests: RegExp; trouble: Trouble }[] = []
  /** The account's balance is empty: refunds wait. */
  refundsWait = false
  private readonly secretKey: string
  private readonly keys = new Map<string, { fields: string; at: number; answer?: Answer }>()
  private readonly intentMetadata = new Map<string, SessionCreate['metadata']>()
  private readonly server = createServer((request, response) => void this.serve(request, response))
  private port = 0

  constructor(options: StandInOptions = {}) {
    super(options)
    this.secretKey = options.secretKey ?? 'sk_test_standin'
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((listening) => this.server.listen(port, '127.0.0.1', listening))
    const address = this.server.address()
    if (address && typeof address === 'object') this.port = address.port
    return this
  }

  close = () => {
    this.server.closeAllConnections()
    this.server.close()
  }

  get address() {
    return { protocol: 'http' as const, host: '127.0.0.1', port: this.port }
  }

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  // What guests, cards and banks do.

  /** The guest presses Pay, and the card is good. */
  pay = (sessionId: string) => this.finish(sessionId, 'paid')
  /** The guest pays by something that takes days. */
  payLater = (sessionId: string) => this.finish(sessionId, 'pays later')
  decline = (sessionId: string) => void this.openSession(sessionId)

  /** What was to come later has come, or will not. */
  async settle(sessionId: string, happened: 'money arrived' | 'money did not arrive') {
    const session = this.sessions.get(sessionId)
    const intent = session && this.intentOf(session)
    if (!session || intent?.status !== 'processing') throw new Error('Nothing of it is on its way.')
    const hasArrived = happened === 'money arrived'
    intent.status = hasArrived ? 'succeeded' : 'requires_payment_method'
    intent.amount_received = hasArrived ? intent.amount : 0
    session.payment_status = hasArrived ? 'paid' : 'unpaid'
    await this.tell(happened, session)
  }

  /** A refund that waits is paid back, or cannot be. */
  async settleRefund(refundId: string, happened: 'refund arrived' | 'refund failed') {
    const refund = this.refunds.get(refundId)
    if (refund?.status !== 'pending') throw new Error('It does not wait.')
    delete refund.pending_reason
    refund.status = happened === 'refund arrived' ? 'succeeded' : 'failed'
    if (happened === 'refund failed') refund.failure_reason = 'insufficient_funds'
    await this.tell(happened, refund)
  }

  /** Time has passed. */
  async expireOld() {
    const now = toSeconds(this.clock())
    for (const session of this.sessions.values())
      if (session.status === 'open' && session.expires_at <= now) await this.expireNow(session)
  }

  private openSession(sessionId: string): Session {
    const session = this.sessions.get(sessionId)
    if (session?.status !== 'open' || session.expires_at <= toSeconds(this.clock()))
      throw new Error('This session is no longer open.')
    return session
  }

  private intentOf({ payment_intent: id }: Session) {
    return typeof id === 'string' ? this.intents.get(id) : undefined
  }

  private async finish(sessionId: string, how: 'paid' | 'pays later') {
    const session = this.openSession(sessionId)
    const intent: PaymentIntent = newPaymentIntent(session, this.clock(), this.intentMetadata.get(sessionId))
    if (how === 'paid') Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    this.intents.set(intent.id, intent)
    session.status = 'complete'
    session.payment_status = how === 'paid' ? 'paid' : 'unpaid'
    session.payment_intent = intent.id
    session.url = null
    await this.tell(how, session)
  }

  private async expireNow(session: Session) {
    session.status = 'expired'
    session.url = null
    await this.tell('expired', session)
  }

  // What our server asks.

  private async serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '/' } = request
    try {
      if (url.startsWith('/c/pay/')) return void (await hostedPage(this, request, response))
      const body = await bodyOf(request)
      const key = request.headers['idempotency-key']
      this.requests.push({ method, path: url, body, ...(typeof key === 'string' && { key }) })
      await this.answer(request, response, body)
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse, body: string) {
    const trouble = this.troubles.shift() ?? this.chosenFor(request)
    if (trouble === 'cut') return void request.socket.destroy()
    const answer = trouble === 'too many' ? failure(429, 'invalid_request_error', 'Too many', 'rate_limit') : null
    const given = answer ?? (await this.underKey(request, body, trouble))
    if (trouble === 'slow') return
    if (trouble === 'trickling') return trickle(response)
    if (trouble === 'lost') return void request.socket.destroy()
    response
      .writeHead(given.status, {
        'content-type': 'application/json',
        'request-id': newId('req'),
        'stripe-version': Stripe.API_VERSION,
        'stripe-notice': 'A notice as test mode has them, which nobody reads.',
        ...given.headers,
      })
      .end(JSON.stringify(given.body))
  }

  private chosenFor({ method, url }: IncomingMessage): Trouble | undefined {
    const at = this.chosen.findIndex(({ requests }) => requests.test(`${method} ${url}`))
    return at < 0 ? undefined : this.chosen.splice(at, 1)[0]?.trouble
  }

  /** The first answer to a key comes again, whatever it was; what never began is not kept. */
  private async underKey(request: IncomingMessage, body: string, trouble: Trouble | undefined): Promise<Answer> {
    const work = async (): Promise<Answer> => {
      const broken = failure(500, 'api_error', 'Something went wrong on our side.')
      if (trouble === 'broken') return broken
      const answer = await this.route(request, body)
      return trouble === 'broken after' ? broken : answer
    }
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST') return work()
    if (typeof key !== 'string') return invalid('Every POST of ours has a key.')
    if (key.length > LONGEST_KEY) return invalid('The key is too long.')
    const fields = `${request.url} ${body}`
    const now = this.clock().getTime()
    const known = this.keys.get(key)
    if (known && known.at + KEY_KEPT_MS > now) {
      if (known.fields !== fields) return failure(400, 'idempotency_error', 'Keys are for the same parameters only.')
      if (!known.answer) return failure(409, 'idempotency_error', 'Under way.', 'idempotency_key_in_use')
      return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
    }
    const entry: { fields: string; at: number; answer?: Answer } = { fields, at: now }
    this.keys.set(key, entry)
    const answer = await work()
    // As bytes: what is replayed does not change with what it was about.
    if (isKept(answer.status)) entry.answer = structuredClone(answer)
    else this.keys.delete(key)
    return answer
  }

  private async route(request: IncomingMessage, body: string): Promise<Answer> {
    const { method, headers } = request
    if (headers.authorization !== `Bearer ${this.secretKey}`)
      return failure(401, 'invalid_request_error', 'Invalid API key')
    if (headers['stripe-version'] !== Stripe.API_VERSION) return invalid('Another version of the API is expected.')
    await this.expireOld()
    const { pathname, search } = new URL(request.url ?? '/', this.url)
    const fields = readForm(method === 'POST' ? body : search.slice(1))
    const [, , , id = '', act] = /^\/v1\/(checkout\/)?(sessions|refunds)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? []
    const isRefund = pathname.startsWith('/v1/refunds')
    if (isRefund && method === 'POST' && !id) return this.createRefund(fields)
    if (isRefund && method === 'GET') return id ? this.retrieveRefund(id, fields) : this.listRefunds(fields)
    if (pathname === '/v1/checkout/sessions' && method === 'POST') return this.createSession(fields)
    if (method === 'GET' && id && !act) return this.retrieveSession(id, fields)
    if (method === 'POST' && id && act === 'expire') return this.expireSession(id, fields)
    return failure(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${pathname})`)
  }

  private createSession(fields: unknown): Answer {
    const params = readRequest('SessionCreate', fields)
    if ('complaint' in params) return invalid(params.complaint)
    const life = (params.expires_at ?? 0) * 1000 - this.clock().getTime()
    // Whole seconds: the last of them has begun.
    if (params.expires_at && (life < SHORTEST_SESSION_MS - 1000 || life > LONGEST_SESSION_MS))
      return invalid('expires_at must be between 30 minutes and 24 hours from now.')
    if (params.mode !== 'payment' || !params.success_url || !params.line_items?.length)
      return invalid('mode, success_url and line_items are needed.')
    const session: Session = newSession(params, this.clock(), this.url)
    if (!session.amount_total || session.amount_total < 0)
      return invalid('The amount is too small.', 'amount_too_small')
    this.sessions.set(session.id, session)
    this.intentMetadata.set(session.id, params.payment_intent_data?.metadata)
    return { status: 200, body: holdToTypes('Session', session) }
  }

  private retrieveSession(id: string, fields: unknown): Answer {
    const params = readRequest('SessionRetrieve', fields)
    if ('complaint' in params) return invalid(params.complaint)
    const session = this.sessions.get(id)
    if (!session) return missing('checkout.session')
    const wanted = params.expand ?? []
    if (wanted.some((name) => name !== 'payment_intent')) return invalid('This property cannot be expanded.')
    const intent = wanted.length > 0 ? this.intentOf(session) : undefined
    return { status: 200, body: holdToTypes('Session', { ...session, ...(intent && { payment_intent: intent }) }) }
  }

  private async expireSession(id: string, fields: unknown): Promise<Answer> {
    const params = readRequest('SessionExpire', fields)
    if ('complaint' in params) return invalid(params.complaint)
    const session = this.sessions.get(id)
    if (!session) return missing('checkout.session')
    if (session.status !== 'open') return invalid(`Only open sessions can be expired; this one is ${session.status}.`)
    await this.expireNow(session)
    return { status: 200, body: holdToTypes('Session', session) }
  }

  private refundsOf = (intentId: string) => [...this.refunds.values()].filter((one) => one.payment_intent === intentId)

  private async createRefund(fields: unknown): Promise<Answer> {
    const params = readRequest('RefundCreate', fields)
    if ('complaint' in params) return invalid(params.complaint)
    const intent = this.intents.get(params.payment_intent ?? '')
    if (!intent) return missing('payment_intent')
    if (intent.status !== 'succeeded') return invalid('This payment has not succeeded.')
    const gone = this.refundsOf(intent.id).filter(({ status }) => status !== 'failed' && status !== 'canceled')
    const left = intent.amount_received - gone.reduce((sum, { amount }) => sum + amount, 0)
    if (left === 0) return invalid('Charge has already been refunded.', 'charge_already_refunded')
    const amount = params.amount ?? left
    if (!Number.isInteger(amount) || amount < 1) return invalid('Invalid positive integer', 'parameter_invalid_integer')
    if (amount > left) return invalid('Refund amount is greater than unrefunded amount on charge.')
    const refund: Refund = newRefund(intent, { amount, metadata: params.metadata }, this.clock(), this.refundsWait)
    this.refunds.set(refund.id, refund)
    await this.tell(this.refundsWait ? 'refund pending' : 'refunded', refund)
    return { status: 200, body: holdToTypes('Refund', refund) }
  }

  private retrieveRefund(id: string, fields: unknown): Answer {
    const params = readRequest('RefundRetrieve', fields)
    if ('complaint' in params) return invalid(params.complaint)
    const refund = this.refunds.get(id)
    return refund ? { status: 200, body: holdToTypes('Refund', refund) } : missing('refund')
  }

  private listRefunds(fields: unknown): Answer {
    const params = readRequest('RefundList', fields)
    if ('complaint' in params) return invalid(params.complaint)
    if (!this.intents.has(params.payment_intent ?? '')) return missing('payment_intent')
    const newestFirst = this.refundsOf(params.payment_intent ?? '').reverse()
    const limit = params.limit ?? 10
    const list = {
      object: 'list' as const,
      data: newestFirst.slice(0, limit),
      has_more: newestFirst.length > limit,
      url: '/v1/refunds',
    }
    return { status: 200, body: holdToTypes('Refunds', list) }
  }
}
