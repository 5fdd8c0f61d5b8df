// What an organiser types about the price of an event, before and after the event is saved.
import type { Event } from '../../../contract/events.ts'
import { PAY_BY, type PayBy } from '../../../contract/order-words.ts'
import type { PriceOfEvent } from '../../../contract/orders.ts'
import { keepDraft, readDraft } from '../../session/part-drafts.ts'
import { loadApi } from '../../lib/load-api.ts'
import * as words from './price-problem-words.ts'
import { priceText, readPrice, readVat, vatInput } from './price-text.ts'

export const PART = 'price'

export interface TypedPrice {
  isFree: boolean
  currency: string
  price: string
  /** In percent; empty: no VAT. */
  vat: string
  payBy: PayBy[]
  /** Empty: the money never goes back. */
  refundDays: string
  transferTo: string
}

export const REFUND_DAYS = 90

export const newPrice = (currency: string, ways: PayBy[]): TypedPrice => ({
  isFree: false,
  currency,
  price: '',
  vat: '',
  // A transfer needs an account first.
  payBy: ways.filter((way) => way !== 'transfer'),
  refundDays: '7',
  transferTo: '',
})

export const toTyped = ({ unitPrice, currency, vatRate, payBy, refundDays, transferTo }: PriceOfEvent): TypedPrice => ({
  isFree: unitPrice === null,
  currency,
  price: unitPrice === null ? '' : priceText(unitPrice, currency),
  vat: vatInput(vatRate),
  payBy,
  refundDays: refundDays === null ? '' : String(refundDays),
  transferTo: transferTo ?? '',
})

export function isTyped(value: unknown): value is TypedPrice {
  const { isFree, payBy, ...texts } = (value ?? {}) as Record<string, unknown>
  return (
    typeof isFree === 'boolean' &&
    Array.isArray(payBy) &&
    payBy.every((way) => (PAY_BY as readonly unknown[]).includes(way)) &&
    ['currency', 'price', 'vat', 'refundDays', 'transferTo'].every((field) => typeof texts[field] === 'string')
  )
}

/** What is wrong, by field. */
export type PriceProblems = Partial<Record<'price' | 'vat' | 'payBy' | 'refundDays' | 'transferTo', string>>

export function problemsOf(typed: TypedPrice): PriceProblems {
  if (typed.isFree) return {}
  const { price, currency, vat, payBy, refundDays, transferTo } = typed
  const days = /^\d{1,2}$/.test(refundDays) ? Number(refundDays) : NaN
  const problems: PriceProblems = {
    price: readPrice(price, currency).problem,
    vat: readVat(vat).problem,
    payBy: payBy.length > 0 ? undefined : words.chooseWayToPay,
    refundDays: refundDays === '' || days <= REFUND_DAYS ? undefined : words.writeDaysUpTo(REFUND_DAYS),
    transferTo: !payBy.includes('transfer') || transferTo.trim() !== '' ? undefined : words.sayWhereToSend,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

type Rules = Record<'approval' | 'confirm', boolean> & Record<'extraPlaces' | 'admission', string>

/** What a paid event cannot have as well, as a sentence each; the server says the same (not_for_paid). */
export const clashesOf = ({ approval, confirm, extraPlaces, admission }: Rules, hasBallot: boolean) =>
  [
    approval && words.approvalIsOn,
    confirm && words.confirmingIsOn,
    extraPlaces && words.hasExtraPlaces,
    admission !== 'book' && words.isNotBookedHere,
    hasBallot && words.hasBallot,
  ].filter((sentence): sentence is string => Boolean(sentence))

export const hasBallot = (userId: number | undefined, form: string, event: Event | null) =>
  event?.ballot !== undefined || (userId !== undefined && Boolean(readDraft(userId, form, 'ballot')))

/** What was typed for this form and is not saved yet. */
export function typedFor(userId: number, form: string): TypedPrice | null {
  const typed = readDraft(userId, form, PART)
  return isTyped(typed) ? typed : null
}

/** Why it cannot be saved; null: it can. */
export function refusalOf(typed: TypedPrice, clashes: string[]): string | null {
  if (typed.isFree) return null
  const [first] = Object.values(problemsOf(typed))
  return first ?? (clashes[0] ? words.cannotHavePrice(clashes[0]) : null)
}

const FREE = { unitPrice: null, vatRate: null, payBy: [], refundDays: null, transferTo: null }

function bodyOf(typed: TypedPrice) {
  const { price, vat, payBy, refundDays, transferTo, currency, isFree } = typed
  const [read, rate] = [readPrice(price, currency), readVat(vat)]
  if (isFree || read.problem !== undefined || rate.problem !== undefined) return FREE
  return {
    unitPrice: read.minor,
    vatRate: rate.rate,
    payBy,
    refundDays: refundDays === '' ? null : Number(refundDays),
    transferTo: payBy.includes('transfer') ? transferTo : null,
  }
}

export async function savePrice(userId: number, form: string, eventId: number): Promise<void> {
  const typed = typedFor(userId, form)
  if (!typed) return
  await (await loadApi()).orders.setPrice({ params: { eventId }, body: bodyOf(typed) })
  keepDraft(userId, form, PART, null)
}
