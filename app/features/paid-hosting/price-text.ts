// A price as somebody types it, in the currency of the installation: '12', '12.50', '£12.50', '1,200'.
import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { minorDigits, moneyText, MOST_PER_ORDER, toDecimal, VAT_RATE } from '../../../contract/money.ts'
import * as words from './price-problem-words.ts'

/** What a place may cost at most, so that the largest order is still one that can be paid. */
export const MOST_PER_PLACE = Math.floor(MOST_PER_ORDER / TICKETS_PER_BOOKING.max)

type Read = { minor: number; problem?: undefined } | { problem: string }

/** '£', 'GBP', and where they differ 'JP¥' and '¥'. */
function signsOf(currency: string): string[] {
  const signs = (['symbol', 'narrowSymbol'] as const).map(
    (currencyDisplay) =>
      new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')?.value ?? currency,
  )
  // The longest first: 'JP¥' has '¥' in it.
  return [currency, ...signs].toSorted((one, other) => other.length - one.length)
}

function withoutSign(text: string, currency: string): string {
  for (const sign of signsOf(currency)) {
    if (text.toUpperCase().startsWith(sign.toUpperCase())) return text.slice(sign.length).trim()
    if (text.toUpperCase().endsWith(sign.toUpperCase())) return text.slice(0, -sign.length).trim()
  }
  return text
}

// Thousands are set apart by commas, spaces, apostrophes, or by points where these can be nothing else: 12.505 is a slip.
const GROUPED =
  /^\d{1,3}(?:(?:,\d{3})+(?=$|\.\d{1,2}$)|([’' \u00A0\u202F])\d{3}(?:\1\d{3})*(?=$|[.,]\d{1,2}$)|(?:\.\d{3})+(?=,\d{1,2}$)|(?:\.\d{3}){2,}$)/

/** Nothing is guessed: what could be read in two ways, or is no sum of this currency, is a problem with a sentence. */
export function readPrice(typed: string, currency: string): Read {
  const text = withoutSign(typed.trim(), currency)
  const digits = minorDigits(currency)
  if (text === '') return { problem: words.enterPrice }
  if (/^[-−]/.test(text)) return { problem: words.cannotBeNegative }
  if (/\p{Sc}/u.test(text) || /^[A-Za-z]{3}\s*\d|\d\s*[A-Za-z]{3}$/.test(text))
    return { problem: words.pricesAreIn(currency) }
  const groups = GROUPED.exec(text)
  const plain = groups ? groups[0].replace(/\D/g, '') + text.slice(groups[0].length) : text
  const number = /^(\d{1,12})(?:[.,](\d*))?$/.exec(plain)
  if (!number) return { problem: words.writeAsNumber(digits) }
  const [, whole = '', part = ''] = number
  if (part.length > 2 || part.replace(/0+$/, '').length > digits)
    return { problem: digits === 0 ? words.hasNoDecimals(currency) : words.mostDigits(digits) }
  const minor = Number(whole + part.slice(0, digits).padEnd(digits, '0'))
  if (minor === 0) return { problem: words.enterMoreThanNothing }
  if (minor > MOST_PER_PLACE) return { problem: words.mostPerPlace(moneyText(MOST_PER_PLACE, currency)) }
  return { minor }
}

/** For the field, and for the card. */
export const priceText = (minor: number, currency: string) =>
  toDecimal(minor, currency).toFixed(minor % 100 === 0 ? 0 : minorDigits(currency))

/** '13.5', '13,5 %' or nothing, in hundredths of a percent; null: no VAT. */
export function readVat(typed: string): { rate: number | null; problem?: undefined } | { problem: string } {
  const text = typed.replace('%', '').replace(',', '.').trim()
  if (text === '') return { rate: null }
  const rate = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : NaN
  return rate >= VAT_RATE.min && rate <= VAT_RATE.max
    ? { rate }
    : { problem: words.writeVatInPercent(VAT_RATE.max / 100) }
}

export const vatInput = (rate: number | null) => (rate === null ? '' : String(rate / 100))
