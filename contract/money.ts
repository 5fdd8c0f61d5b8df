// Money is counted in whole minor units: pence, cents, or whole yen. Nothing here rounds but vatIn and toMinor.

/** Currencies without minor units (ISO 4217). All others that can be chosen have two digits. */
const WITHOUT_MINOR_UNITS = 'BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF'.split(' ')

/** Currencies with three digits, or whose digits banks and card providers count differently (UGX: Stripe says both). */
const NOT_SUPPORTED = 'BHD IQD JOD KWD LYD OMR TND ISK UGX HUF TWD MGA MRU CLF UYW XAU XAG XDR XTS XXX'.split(' ')

/** Of the specification. */
export const DEFAULT_CURRENCY = 'GBP'

export const minorDigits = (currency: string): 0 | 2 => (WITHOUT_MINOR_UNITS.includes(currency) ? 0 : 2)

export const isSupportedCurrency = (code: string) =>
  /^[A-Z]{3}$/.test(code) && !NOT_SUPPORTED.includes(code) && Intl.supportedValuesOf('currency').includes(code)

/** The most that one order may cost: card providers take eight digits, and a sum of orders must stay exact. */
export const MOST_PER_ORDER = 99_999_999

/** 12.5 pounds are 1250 pence; half a yen is null, and so is a tenth of a penny. */
export function toMinor(decimal: number, currency: string): number | null {
  const exact = decimal * 10 ** minorDigits(currency)
  const minor = Math.round(exact)
  const isWhole = Math.abs(exact - minor) < 1e-6
  return isWhole && minor >= 0 && Number.isSafeInteger(minor) ? minor : null
}

export const toDecimal = (minor: number, currency: string) => minor / 10 ** minorDigits(currency)

/** '£12.00', 'JP¥1,200': always with its digits, as on a bill. */
export function moneyText(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const format = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(toDecimal(minor, currency))
}

/** Rates of VAT are kept in hundredths of a percent, as whole numbers: 13.5% is 1350. */
export const VAT_RATE = { min: 0, max: 5_000 }

/** '13.5%' */
export const vatText = (rate: number) => `${rate / 100}%`

/**
 * The VAT within a total, rounded half up: total · r / (100 + r), once for an order and its rate, never for each ticket.
 * Counted with whole numbers, because the product of a total and a rate can be beyond what a double counts exactly.
 */
export function vatIn(total: number, rate: number): number {
  const [part, whole] = [BigInt(total) * BigInt(rate), BigInt(10_000 + rate)]
  return Number((2n * part + whole) / (2n * whole))
}

/**
 * The VAT that a refund of some of what is left takes back. The same formula on the remainder: however a total is paid back in
 * parts, their VAT adds up to that of the total.
 */
export const vatOfRefund = (left: number, refund: number, rate: number) =>
  vatIn(left, rate) - vatIn(left - refund, rate)
