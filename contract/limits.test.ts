// The numbers of docs/product/texts.md#numbers are those of the code.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from './limits.ts'

const rows = readFileSync(new URL('../docs/product/texts.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** The numbers in the row of this item, in their order. */
function numbersOf(item: string): number[] {
  const found = rows.filter(([, name]) => name === item)
  expect(found, `one row is ${item}`).toHaveLength(1)
  const value = found[0]?.[2] ?? ''
  return (value.match(/[\d.,]*\d/g) ?? []).map((number) => Number(number.replaceAll(',', '')))
}

const { fit, maxBytes, resizedMaxBytes, quality } = limits.UPLOAD
const { required, image, total } = limits.PROGRESS_WEIGHTS
const { ms: confettiMs, pieces, piecesOnSmallScreens } = limits.CONFETTI
const { timeout, maximumAge } = limits.GEOLOCATION_OPTIONS
const MB = 1024 * 1024

test.each<[string, (number | undefined)[]]>([
  ['Toast auto-hide', [limits.TOAST_MS, limits.SOON_TOAST_MS]],
  ['Geolocation request', [timeout, maximumAge]],
  ['Typeahead minimum', [limits.TYPEAHEAD.minCharacters]],
  ['Home hero', [limits.HERO_EVENTS]],
  ['Tickets per booking', [limits.TICKETS_PER_BOOKING.min, limits.TICKETS_PER_BOOKING.max]],
  ['Minimum password length', [limits.PASSWORD_MIN]],
  ['Capacity minimum', [limits.CAPACITY.min]],
  ['Route guard wait', [limits.GUARD_MS]],
  ['Login success callback delay', [limits.LOGIN_CALLBACK_MS]],
  ['Login modal open delay from navigation state', [limits.LOGIN_OPEN_MS]],
  ['Booking retry after login', [limits.BOOKING_RETRY_MS]],
  ['Reset redirect countdown', [limits.RESET_REDIRECT_SECONDS]],
  ['External sign-in error redirect', [limits.EXTERNAL_SIGN_IN_REDIRECT_SECONDS]],
  ['Confetti', [confettiMs / 1000, pieces, piecesOnSmallScreens]],
  ['Upload limits', [maxBytes, maxBytes / MB, resizedMaxBytes, resizedMaxBytes / MB, fit.width, fit.height, quality]],
  ['Form progress weights', [required, image]],
])('%s is as the rules say', (item, numbers) => {
  expect(numbers).toEqual(numbersOf(item))
})

test('home slides on as the rules say', () => {
  expect(limits.SLIDER_MS).toBe(numbersOf('Slider autoplay')[0])
})

test('the position is asked for precisely', () => {
  expect(limits.GEOLOCATION_OPTIONS.enableHighAccuracy).toBe(true)
})

test('the types of pictures and their names are the same list', () => {
  const names = limits.UPLOAD.typeNames.split(', ')
  expect(names.map((name) => `image/${name.toLowerCase()}`)).toEqual(limits.UPLOAD.types)
  expect(rows.find(([, name]) => name === 'Upload limits')?.[2]).toContain(limits.UPLOAD.typeNames)
})

test('the nine required fields and the image make the whole', () => {
  expect(total).toBe(9 * required + image)
})
