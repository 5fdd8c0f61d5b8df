// The numbers of specification §9, read from its own sentences in docs/spec-map.md, and those of the decisions.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from './limits.ts'

const specification = readFileSync(new URL('../docs/spec-map.md', import.meta.url), 'utf8')

/** The numbers in the line of §9 that begins like this, in their order. */
function numbersOf(beginning: string): number[] {
  const lines = specification.split('\n').filter((line) => line.startsWith(`| ${beginning}`))
  expect(lines, `one line begins with ${beginning}`).toHaveLength(1)
  const sentence = lines[0]?.split('|')[1] ?? ''
  return (sentence.match(/[\d.,]*\d/g) ?? []).map((number) => Number(number.replaceAll(',', '')))
}

const { fit, maxBytes, resizedMaxBytes, quality } = limits.UPLOAD
const { required, image, total } = limits.PROGRESS_WEIGHTS
const { ms: confettiMs, pieces, piecesOnSmallScreens } = limits.CONFETTI
const { timeout, maximumAge } = limits.GEOLOCATION_OPTIONS
const MB = 1024 * 1024

test.each<[string, (number | undefined)[]]>([
  ['Toast auto-hide:', [limits.TOAST_MS, limits.SOON_TOAST_MS]],
  ['Geolocation request: high accuracy', [timeout, maximumAge]],
  ['Typeahead minimum:', [limits.TYPEAHEAD.minCharacters]],
  ['Home hero: first', [limits.HERO_EVENTS]],
  ['Tickets per booking:', [limits.TICKETS_PER_BOOKING.min, limits.TICKETS_PER_BOOKING.max]],
  ['Minimum password length:', [limits.PASSWORD_MIN]],
  ['Capacity minimum:', [limits.CAPACITY.min]],
  ['Route guard wait:', [limits.GUARD_MS]],
  ['Login success callback delay:', [limits.LOGIN_CALLBACK_MS]],
  ['Login modal open delay', [limits.LOGIN_OPEN_MS]],
  ['Booking retry after login:', [limits.BOOKING_RETRY_MS]],
  ['Reset redirect countdown:', [limits.RESET_REDIRECT_SECONDS]],
  ['External sign-in error redirect:', [limits.EXTERNAL_SIGN_IN_REDIRECT_SECONDS]],
  ['Confetti:', [confettiMs / 1000, pieces, piecesOnSmallScreens]],
  ['Upload limits:', [maxBytes, maxBytes / MB, resizedMaxBytes, resizedMaxBytes / MB, fit.width, fit.height, quality]],
  ['Form progress weights:', [required, image]],
])('%s as the specification says', (line, numbers) => {
  expect(numbers).toEqual(numbersOf(line))
})

test('home slides on as the specification says', () => {
  expect(limits.SLIDER_MS).toBe(numbersOf('Slider autoplay:')[0])
})

test('the position is asked for precisely', () => {
  expect(limits.GEOLOCATION_OPTIONS.enableHighAccuracy).toBe(true)
})

test('the types of pictures and their names are the same list', () => {
  const names = limits.UPLOAD.typeNames.split(', ')
  expect(names.map((name) => `image/${name.toLowerCase()}`)).toEqual(limits.UPLOAD.types)
  expect(specification).toContain(limits.UPLOAD.typeNames)
})

test('the nine required fields and the image make the whole', () => {
  expect(total).toBe(9 * required + image)
})
