// What is wrong with a price as it is typed. The form needs it before the fields of a price are loaded.
const EXAMPLE = { 0: '1200', 2: '12 or 12.50' }

export const enterPrice = 'Please enter a price'
export const cannotBeNegative = 'A price can’t be negative'
export const pricesAreIn = (currency: string) => `Prices here are in ${currency}`
export const writeAsNumber = (digits: 0 | 2) => `Please write the price as a number, such as ${EXAMPLE[digits]}`
export const hasNoDecimals = (currency: string) => `${currency} has no decimals`
export const mostDigits = (digits: number) => `A price has at most ${digits} digits after the point`
export const enterMoreThanNothing = 'Please enter more than 0, or choose Free'
export const mostPerPlace = (sum: string) => `A place can cost at most ${sum}`
export const writeVatInPercent = (most: number) =>
  `Please write the VAT rate in percent, such as 13.5, and at most ${most}`
export const chooseWayToPay = 'Please choose at least one way to pay'
export const writeDaysUpTo = (most: number) => `Please write a number of days from 0 to ${most}`
export const sayWhereToSend = 'Please say where to send the money'

export const approvalIsOn = '“I decide who comes” is on.'
export const confirmingIsOn = '“People confirm two days before” is on.'
export const hasExtraPlaces = 'It has extra places.'
export const isNotBookedHere = 'It isn’t booked here.'
export const hasBallot = 'It has a ballot.'
export const cannotHavePrice = (why: string) => `This event can’t have a price: ${why}`
