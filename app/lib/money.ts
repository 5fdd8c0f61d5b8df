import { pounds } from '../../contract/price.ts'

interface Priced {
  isFreeOfCharge: boolean | string
  sellingPrice: number
  anchorPrice: number
}

export const isTrue = (value: boolean | string) => value === true || value === 'true'

export const priceLabel = (event: Priced) => (isTrue(event.isFreeOfCharge) ? 'FREE' : pounds(event.sellingPrice))

/** Where the price was once another: that one, and what is saved. */
export function saving(event: Priced): { was: string; saves: string } | null {
  if (isTrue(event.isFreeOfCharge) || event.anchorPrice === event.sellingPrice) return null
  return { was: pounds(event.anchorPrice), saves: `Save ${pounds(event.anchorPrice - event.sellingPrice)}` }
}
