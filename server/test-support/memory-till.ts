// A card provider in memory, with switches for trouble. What it knows is the truth about who has paid: it outlives a crash of ours.
import {
  PaymentProviderAway,
  PaymentProviderRefused,
  type Checkout,
  type NewCheckout,
  type NewRefund,
  type OpenedCheckout,
  type PaymentProvider,
  type Refund,
  type Signal,
} from '../payments/provider.ts'

type Call = 'openCheckout' | 'lookUpCheckout' | 'expireCheckout' | 'refund' | 'lookUpRefund'

interface KnownCheckout extends Checkout {
  asked: NewCheckout
  url: string
}

export class MemoryTill implements PaymentProvider {
  readonly name = 'demo'
  leastAmount = () => this.least
  /** Below this it refuses to open a checkout. */
  least = 1
  readonly checkouts = new Map<string, KnownCheckout>()
  readonly refunds = new Map<string, Refund & { chargeId: string }>()
  /** Messages that it has sent: a test delivers them once, twice, in any order, or not at all. */
  readonly signals: Signal[] = []
  readonly calls: Call[] = []
  isAway = false
  /** It knows no checkout any more: another account's keys were set. */
  isForgetful = false
  /** What a refund becomes when it arrives. */
  refundsBecome: Refund['state'] = 'done'
  /** Called around each call: what throws before it is lost on the way there, after it on the way back. */
  around: (when: 'before' | 'after', call: Call) => void = () => undefined

  /** Away, slow and lost no more. */
  recover() {
    this.isAway = false
    this.isForgetful = false
    this.least = 1
    this.refundsBecome = 'done'
    this.around = () => undefined
  }

  /** What the next call of this kind does is done, and its answer is lost. */
  loseAnswer(call: Call) {
    this.around = (when, made) => {
      if (made !== call || when === 'before') return
      this.around = () => undefined
      throw new PaymentProviderAway('the answer was lost')
    }
  }

  private async call<T>(call: Call, answer: () => T): Promise<T> {
    this.calls.push(call)
    await Promise.resolve()
    if (this.isAway) throw new PaymentProviderAway('away')
    this.around('before', call)
    const answered = answer()
    this.around('after', call)
    return answered
  }

  private get(checkoutId: string): KnownCheckout {
    const checkout = this.checkouts.get(checkoutId)
    if (!checkout || this.isForgetful) throw new PaymentProviderRefused('unknown checkout')
    return checkout
  }

  private describe({ asked: _, url: __, ...checkout }: KnownCheckout): Checkout {
    return { ...checkout }
  }

  openCheckout = (asked: NewCheckout): Promise<OpenedCheckout> =>
    this.call('openCheckout', () => {
      if (asked.amount < this.least) throw new PaymentProviderRefused('too little')
      const checkoutId = `checkout-${asked.paymentId}`
      const known = this.checkouts.get(checkoutId)
      if (known && JSON.stringify(known.asked) !== JSON.stringify(asked))
        throw new PaymentProviderRefused('other fields')
      const { paymentId, orderId, amount, currency } = asked
      const made: KnownCheckout = known ?? {
        checkoutId,
        paymentId,
        orderId,
        amount,
        currency,
        asked,

        state: 'open',
        chargeId: null,
        url: `https://till.example/${checkoutId}`,
      }
      this.checkouts.set(checkoutId, made)
      return { checkoutId, url: made.state === 'open' ? made.url : null }
    })

  lookUpCheckout = (checkoutId: string): Promise<Checkout> =>
    this.call('lookUpCheckout', () => this.describe(this.get(checkoutId)))

  expireCheckout = (checkoutId: string): Promise<Checkout> =>
    this.call('expireCheckout', () => {
      const checkout = this.get(checkoutId)
      if (checkout.state === 'open') this.become(checkout, 'expired')
      return this.describe(checkout)
    })

  refund = ({ refundId, chargeId, amount, currency }: NewRefund): Promise<Refund> =>
    this.call('refund', () => {
      const known = this.refunds.get(refundId)
      if (known && (known.amount !== amount || known.currency !== currency || known.chargeId !== chargeId))
        throw new PaymentProviderRefused('other fields')
      // Nothing of what is too much is kept, so that it can never be paid back later.
      if (!known && amount > this.leftOf(chargeId)) return { refundId, amount, currency, state: 'failed' }
      const made = known ?? { refundId, chargeId, amount, currency, state: this.refundsBecome }
      this.refunds.set(refundId, made)
      this.tell({ kind: 'refund', refundId }, 'refund.updated')
      return { refundId, amount, currency, state: made.state }
    })

  lookUpRefund = ({ refundId, chargeId }: { refundId: string; chargeId: string }): Promise<Refund | null> =>
    this.call('lookUpRefund', () => {
      const { chargeId: of, ...refund } = this.refunds.get(refundId) ?? { chargeId: '' }
      return 'refundId' in refund && of === chargeId ? refund : null
    })

  readSignal(body: Buffer, headers: Record<string, string | string[] | undefined>): Signal | null {
    return headers['x-signature'] === 'right' ? (JSON.parse(body.toString()) as Signal) : null
  }

  private become(checkout: KnownCheckout, state: Checkout['state']) {
    checkout.state = state
    this.tell({ kind: 'checkout', checkoutId: checkout.checkoutId }, `checkout.${state}`)
  }

  private tell(about: Signal['about'], type: string) {
    this.signals.push({ id: `signal-${this.signals.length + 1}`, type, about })
  }

  /** What the guest does on its page; too late on one that is no longer open. */
  pay(url: string, { isSlow = false } = {}) {
    const checkout = [...this.checkouts.values()].find((one) => one.url === url)
    if (checkout?.state !== 'open') return false
    if (isSlow) this.become(checkout, 'processing')
    else this.arrive(checkout)
    return true
  }

  private arrive(checkout: KnownCheckout) {
    checkout.chargeId = `charge-${checkout.checkoutId}`
    this.become(checkout, 'paid')
  }

  /** Slow money arrives, never will, or is slower still; what is pending is decided; what nobody has paid in time ends. */
  advance(now: Date, random: () => number = () => 0) {
    for (const checkout of this.checkouts.values()) {
      if (checkout.state === 'processing') {
        const drawn = random()
        if (drawn < 0.4) this.arrive(checkout)
        else if (drawn < 0.6) this.become(checkout, 'expired')
      }
      if (checkout.state === 'open' && checkout.asked.expiresAt <= now) this.become(checkout, 'expired')
    }
    for (const refund of this.refunds.values()) if (refund.state === 'pending') refund.state = 'done'
  }

  private leftOf(chargeId: string) {
    const charged = [...this.checkouts.values()].find((one) => one.chargeId === chargeId)
    if (!charged) throw new PaymentProviderRefused('unknown charge')
    return charged.amount - this.refundedOf(chargeId)
  }

  private refundedOf(chargeId: string) {
    const own = [...this.refunds.values()].filter((one) => one.chargeId === chargeId && one.state !== 'failed')
    return own.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** What it has taken for each order, less what it has paid back. */
  kept(): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { orderId, state, chargeId, amount } of this.checkouts.values())
      if (state === 'paid' && chargeId) sums.set(orderId, (sums.get(orderId) ?? 0) + amount - this.refundedOf(chargeId))
    return sums
  }
}
