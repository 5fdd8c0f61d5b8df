// The model's orders: a hold that is paid, given up, or over.
import { DAY, HOUR, MINUTE } from '../../contract/durations.ts'
import { Refused, requireBookable, type Carry } from './ledger-model-carry.ts'
import {
  endOffer,
  inOrder,
  mail,
  newTicket,
  offeredTo,
  type Model,
  type ModelEntry,
  type ModelOrder,
} from './ledger-model-state.ts'

const openOf = ({ orders }: Model, person: number) =>
  orders.find((one) => one.person === person && one.state === 'open')

/** After the start the list is over. */
const entryOf = (model: Model, person: number, now: number) =>
  now < model.start ? inOrder(model).find((one) => one.person === person) : undefined

/** A quarter of an hour; in the last hour ten minutes. */
const heldUntil = ({ start }: Model, now: number) =>
  Math.min(now + 15 * MINUTE, Math.max(now, start - HOUR) + 10 * MINUTE)

const order: Carry = (model, { person, seats }, now) => {
  requireBookable(model, now)
  const open = openOf(model, person)
  if (open && open.seats !== seats) throw new Refused('order_open')
  if (open) return `open ${seats}`
  const isUnpaid = (one: ModelOrder) => one.person === person && one.state !== 'paid' && one.at >= now - DAY
  if (model.orders.filter(isUnpaid).length >= 3) throw new Refused('too_many_orders')
  const entry = entryOf(model, person, now)
  const offered = entry ? offeredTo(entry) : 0
  if (model.open + offered < seats) throw new Refused(model.open + offered === 0 ? 'sold_out' : 'too_few_left')
  model.open -= Math.max(0, seats - offered)
  if (entry) {
    endOffer(entry, 'accepted', now)
    entry.isResting = true
  }
  model.orders.push({ person, seats, at: now, until: heldUntil(model, now), state: 'open' })
  return `open ${seats}`
}

const giveUp: Carry = (model, { person }) => {
  const open = openOf(model, person)
  if (!open) return 'nothing'
  open.state = 'cancelled'
  return 'given up'
}

interface Others {
  take: (model: Model, entry: ModelEntry, seats: number, now: number) => void
  settleAndStore: (model: Model, now: number) => void
}

export const orderActs = ({ take, settleAndStore }: Others) => ({
  order,
  giveUp,
  pay: ((model, { person }, now) => {
    const open = openOf(model, person)
    const isOn = model.status === 'published' && model.end > now
    if (!open || open.until <= now || !isOn) throw new Refused('order_not_open')
    open.state = 'paid'
    model.open += open.seats
    const entry = entryOf(model, person, now)
    if (entry) {
      entry.isResting = false
      take(model, entry, open.seats, now)
    } else {
      model.tickets.push(newTicket(person, open.seats))
      model.open -= open.seats
      mail(model, 'booking')
    }
    return `paid ${open.seats}`
  }) satisfies Carry,
  /** One after the other, and who waits is served after each. */
  lapse: ((model, _, now) => {
    for (const one of model.orders.filter(({ state, until }) => state === 'open' && until <= now)) {
      one.state = 'expired'
      settleAndStore(model, now)
    }
    return 'lapsed'
  }) satisfies Carry,
})
