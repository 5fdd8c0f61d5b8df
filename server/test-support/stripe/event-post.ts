// Events as Stripe sends them: signed, twice, late, in another order, before the answer, or never.
import Stripe from 'stripe'
import { EVENTS_AFTER, type Happening } from './beliefs.ts'
import { holdToTypes } from './check-wire.ts'
import { newId, toSeconds } from './objects.ts'
import type { Refund, Session, StripeEvent } from './wire-types.ts'

/** `by hand`: the test takes them from `waiting`, in its own order, as often as it likes, or never. */
export type Delivery = 'by hand' | 'after the answer' | 'before the answer' | 'twice'

export interface Delivered {
  event: StripeEvent
  body: string
  headers: Record<string, string>
}

export interface PostOptions {
  clock?: () => Date
  webhookSecret?: string
  /** Where events are posted to; without it they wait. */
  webhook?: (delivered: Delivered) => Promise<unknown>
  delivery?: Delivery
}

export class EventPost {
  /** Events that nobody has sent yet. */
  readonly waiting: StripeEvent[] = []
  /** What errors in webhooks of ours said. */
  readonly unheard: unknown[] = []
  delivery: Delivery
  clock: () => Date
  webhook: PostOptions['webhook']
  webhookSecret: string

  constructor(options: PostOptions) {
    this.clock = options.clock ?? (() => new Date())
    this.webhookSecret = options.webhookSecret ?? 'whsec_standin'
    this.webhook = options.webhook
    this.delivery = options.delivery ?? 'by hand'
  }

  /** As Stripe would send it now. */
  signed(event: StripeEvent, secret = this.webhookSecret): Delivered {
    return { event, ...this.signBytes(JSON.stringify(event, null, 2), secret) }
  }

  signBytes(body: string, secret = this.webhookSecret): Omit<Delivered, 'event'> {
    const timestamp = toSeconds(this.clock())
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': header } }
  }

  /** Posts what waits, in the order that somebody chooses. */
  async deliver(order: (events: StripeEvent[]) => StripeEvent[] = (events) => events) {
    for (const event of order(this.waiting.splice(0))) await this.post(event)
  }

  private async post(event: StripeEvent) {
    try {
      await this.webhook?.(this.signed(event))
    } catch (error) {
      this.unheard.push(error)
    }
  }

  private async postAfterwards(event: StripeEvent) {
    await this.post(event)
    if (this.delivery === 'twice') await this.post(event)
  }

  protected async tell(happening: Happening, about: Session | Refund) {
    for (const type of EVENTS_AFTER[happening]) {
      const event = this.eventOf(type, about)
      if (this.delivery === 'by hand' || !this.webhook) this.waiting.push(event)
      else if (this.delivery === 'before the answer') await this.post(event)
      else setImmediate(() => void this.postAfterwards(event))
    }
  }

  private eventOf(type: StripeEvent['type'], about: Session | Refund): StripeEvent {
    const base = {
      id: newId('evt'),
      object: 'event' as const,
      api_version: Stripe.API_VERSION,
      created: toSeconds(this.clock()),
      livemode: false,
      pending_webhooks: 1,
      request: null,
    }
    const event = { ...base, type, data: { object: structuredClone(about) } }
    // Which object belongs to which type is checked by the schema, which knows all of them.
    return holdToTypes('StripeEvent', event)
  }
}
