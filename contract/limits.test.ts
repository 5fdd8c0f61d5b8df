// The numbers of specification §9 and of the decisions, written out a second time.
import { expect, test } from 'vitest'
import * as limits from './limits.ts'

test('messages go after 6 seconds, those about what is coming after 3', () => {
  expect(limits.TOAST_MS).toBe(6000)
  expect(limits.SOON_TOAST_MS).toBe(3000)
})

test('the position is asked for precisely, for at most 10 seconds, and never from a cache', () => {
  expect(limits.GEOLOCATION_OPTIONS).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 })
})

test('suggestions begin at 2 characters and are 8 at most', () => {
  expect(limits.TYPEAHEAD).toEqual({ minCharacters: 2, maxTitles: 8 })
})

test('home slides through the first 3 events every 5 seconds', () => {
  expect(limits.HERO_EVENTS).toBe(3)
  expect(limits.SLIDER_MS).toBe(5000)
})

test('a booking is for 1 to 4 tickets, an event for 1 person or more, a password of 6 characters or more', () => {
  expect(limits.TICKETS_PER_BOOKING).toEqual({ min: 1, max: 4 })
  expect(limits.CAPACITY.min).toBe(1)
  expect(limits.PASSWORD_MIN).toBe(6)
})

test('the waits around signing in', () => {
  expect({
    guard: limits.GUARD_MS,
    callback: limits.LOGIN_CALLBACK_MS,
    open: limits.LOGIN_OPEN_MS,
    bookingRetry: limits.BOOKING_RETRY_MS,
    resetSeconds: limits.RESET_REDIRECT_SECONDS,
    externalSeconds: limits.EXTERNAL_SIGN_IN_REDIRECT_SECONDS,
  }).toEqual({ guard: 500, callback: 100, open: 100, bookingRetry: 200, resetSeconds: 3, externalSeconds: 3 })
})

test('confetti runs for 5 seconds with 500 pieces, 200 on small screens', () => {
  expect(limits.CONFETTI).toEqual({ ms: 5000, pieces: 500, piecesOnSmallScreens: 200 })
})

test('a picture has at most 5 MB, 2 MB once it is resized to 1920x1080 at quality 0.8', () => {
  expect(limits.UPLOAD).toEqual({
    maxBytes: 5_242_880,
    resizedMaxBytes: 2_097_152,
    fit: { width: 1920, height: 1080 },
    quality: 0.8,
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    typeNames: 'JPEG, PNG, GIF, WebP',
  })
})

test('the nine required fields weigh 1 each and the image 0.5', () => {
  const { required, image, total } = limits.PROGRESS_WEIGHTS
  expect({ required, image }).toEqual({ required: 1, image: 0.5 })
  expect(total).toBe(9 * required + image)
})

test('a session lasts 30 days, a reset link an hour', () => {
  expect(limits.SESSION_DAYS).toBe(30)
  expect(limits.RESET_LINK_MINUTES).toBe(60)
})
