// What the event form and the manage screen have for paid events. Whether the feature is on says paid-events/slot.tsx.
import type { Event } from '../../../contract/events.ts'
import { toDecimal } from '../../../contract/money.ts'
import { isTrue } from '../../lib/money.ts'
import { usePartDraft } from '../../session/part-drafts.ts'
import { readPrice } from './price-text.ts'
import type { PriceTypeProps } from './price-type.tsx'
import { isTyped, PART, type TypedPrice } from './typed-price.ts'

export type { PriceTypeProps } from './price-type.tsx'
export { clashesOf, hasBallot, refusalOf, savePrice, typedFor } from './typed-price.ts'

export const priceType = () => import('./price-type.tsx')

type Shown = Pick<Event, 'isFreeOfCharge' | 'sellingPrice' | 'anchorPrice'>

const FREE: Shown = { isFreeOfCharge: true, sellingPrice: 0, anchorPrice: 0 }

const costs = (price: number): Shown => ({ isFreeOfCharge: false, sellingPrice: price, anchorPrice: price })

/** What the card shows of it while it is typed. */
function shownPrice(typed: TypedPrice | null, event: Event | null): Shown {
  if (!typed) return event && !isTrue(event.isFreeOfCharge) ? costs(event.sellingPrice) : FREE
  if (typed.isFree) return FREE
  const read = readPrice(typed.price, typed.currency)
  return costs(read.problem === undefined ? toDecimal(read.minor, typed.currency) : 0)
}

/** `isOn`: with the feature off an event is free, whatever it was before. */
export function useTypedPrice(form: string, event: Event | null, isOn: boolean) {
  const [typed, onType] = usePartDraft(form, PART, isTyped)
  const price: Pick<PriceTypeProps, 'typed' | 'onType'> = { typed, onType }
  return { ...price, shown: isOn ? shownPrice(typed, event) : FREE }
}
