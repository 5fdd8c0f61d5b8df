import { expect, test } from 'vitest'
import { priceText, readPrice, readVat } from './price-text.ts'
import { clashesOf, isTyped, newPrice, problemsOf, refusalOf, toTyped } from './typed-price.ts'

const minor = (text: string, currency = 'GBP') => {
  const read = readPrice(text, currency)
  return read.problem ?? read.minor
}

test('a price is read as people write it, with and without its sign, pence and thousands', () => {
  const twelve = ['12', '12.00', '12.0', ' £12 ', '£ 12', '12 £', '12 GBP', 'gbp 12', '12.', '012']
  expect(twelve.map((text) => minor(text))).toEqual(twelve.map(() => 1_200))
  expect(['12.50', '12.5', '£12.50', '12,50', '12,5'].map((text) => minor(text))).toEqual(Array(5).fill(1_250))
  const large = ['1200', '1,200', '1 200', '1’200', '£1,200.00', '1.200,00', '1\u00A0200']
  expect(large.map((text) => minor(text))).toEqual(large.map(() => 120_000))
  expect(minor('0.01')).toBe(1)
  expect(['123,456.78', '123.456,78', '123’456.78'].map((text) => minor(text))).toEqual(Array(3).fill(12_345_678))
})

test('in a currency without decimals a price has none', () => {
  expect(['1200', '¥1,200', 'JP¥1200', '1200 JPY', '1,200'].map((text) => minor(text, 'JPY'))).toEqual(
    Array(5).fill(1_200),
  )
  expect(minor('1200.5', 'JPY')).toBe('JPY has no decimals')
  expect(minor('1200.0', 'JPY')).toBe(1_200)
})

test('what is no price is said in one sentence, and nothing is guessed', () => {
  expect(minor('')).toBe('Please enter a price')
  expect(minor('£')).toBe('Please enter a price')
  expect(minor('0')).toBe('Please enter more than 0, or choose Free')
  expect(minor('0.00')).toBe('Please enter more than 0, or choose Free')
  expect(minor('-5')).toBe('A price can’t be negative')
  // In other languages this is more than a thousand.
  for (const text of ['12.505', '1.200', '12.000'])
    expect(minor(text)).toBe('A price has at most 2 digits after the point')
  for (const text of ['€12', '12 EUR', '$12']) expect(minor(text)).toBe('Prices here are in GBP')
  for (const text of ['twelve', '12-15', '1,2,3', '12.5.0', '1,200,50', '1e3', 'NaN', '١٢', '1,20,000'])
    expect(minor(text)).toBe('Please write the price as a number, such as 12 or 12.50')
  expect(minor('250000')).toBe('A place can cost at most £249,999.99')
  expect(minor('9'.repeat(12))).toBe('A place can cost at most £249,999.99')
})

test('what is shown in the field is read as the same price again', () => {
  for (const currency of ['GBP', 'EUR', 'JPY'])
    for (const sum of [1, 5, 99, 100, 1_250, 120_000, 24_999_999])
      expect(minor(priceText(sum, currency), currency)).toBe(sum)
  expect([priceText(1_200, 'GBP'), priceText(1_250, 'GBP'), priceText(1_234, 'JPY')]).toEqual(['12', '12.50', '1234'])
})

test('a rate of VAT is a percentage, or none', () => {
  expect(['', '0', '23', '13.5', '13,5 %', '4.25'].map((text) => readVat(text))).toEqual(
    [null, 0, 2_300, 1_350, 1_350, 425].map((rate) => ({ rate })),
  )
  for (const text of ['-1', '51', '1.234', 'reduced']) expect(readVat(text)).toHaveProperty('problem')
})

const typed = { ...newPrice('GBP', ['card', 'door', 'transfer']), price: '12' }
const plain = { approval: false, confirm: false, extraPlaces: '', admission: 'book', repeats: '' }
test('a price can be saved with a way to pay and, for transfers, an account', () => {
  expect(typed.payBy).toEqual(['card', 'door'])
  expect(refusalOf(typed, [])).toBeNull()
  expect(refusalOf({ ...typed, payBy: [] }, [])).toBe('Please choose at least one way to pay')
  expect(refusalOf({ ...typed, payBy: ['transfer'] }, [])).toBe('Please say where to send the money')
  expect(refusalOf({ ...typed, payBy: ['transfer'], transferTo: 'IE29' }, [])).toBeNull()
  for (const refundDays of [' ', '91', '1.5', 'ten'])
    expect(problemsOf({ ...typed, refundDays })).toHaveProperty('refundDays')
  expect(problemsOf({ ...typed, price: '', isFree: true })).toEqual({})
})

test('what cannot go with a price is named, and refused before anything is saved', () => {
  expect(clashesOf(plain, false)).toEqual([])
  const all = { approval: true, confirm: true, extraPlaces: '99', admission: 'just-come' }
  expect(clashesOf(all, true)).toHaveLength(5)
  expect(refusalOf(typed, clashesOf({ ...plain, approval: true }, false))).toBe(
    'This event can’t have a price: “I decide who comes” is on.',
  )
  expect(refusalOf({ ...typed, isFree: true }, ['It has a ballot.'])).toBeNull()
})

test('what is saved comes back as it was typed, and what is kept by hand counts as nothing', () => {
  const stored = { unitPrice: 1_250, currency: 'GBP', vatRate: 1_350, payBy: ['door' as const], refundDays: null }
  const back = toTyped({ ...stored, transferTo: null, eventId: 1, title: '', seller: '' })
  expect(back).toMatchObject({ isFree: false, price: '12.50', vat: '13.5', refundDays: '', payBy: ['door'] })
  expect(isTyped(JSON.parse(JSON.stringify(back)))).toBe(true)
  for (const wrong of [null, {}, { ...back, payBy: ['cash'] }, { ...back, price: 12 }])
    expect(isTyped(wrong)).toBe(false)
})
