import { amountsOf, priceLabel } from '../../contract/price.ts'

interface Priced {
  isFreeOfCharge: boolean | string
  sellingPrice: number
  anchorPrice: number
  paid?: boolean | undefined
}

export const isTrue = (value: boolean | string) => value === true || value === 'true'

export { priceLabel }

/** Where the price was once another: that one, and what is saved. */
export function saving(event: Priced, currency: string): { was: string; saves: string } | null {
  if (isTrue(event.isFreeOfCharge) || event.anchorPrice === event.sellingPrice) return null
  const amount = amountsOf(event, currency)
  return { was: amount(event.anchorPrice), saves: `Save ${amount(event.anchorPrice - event.sellingPrice)}` }
}
