import { describe, expect, test } from 'vitest'
import { returnTarget, safePath } from './return-path.ts'

describe('a path named from outside', () => {
  test.each([
    '/',
    '/events',
    '/events/7/edit',
    '/events?q=a%20b#top',
    '/events?q=%E0%A4%A',
    '/caf%C3%A9',
    '/my-bookings',
  ])('%s is one of this site', (path) => {
    expect(safePath(path)).toBe(path)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'events',
    '',
    ' /events',
    null,
    undefined,
    7,
    ['/events'],
  ])('%j leads off the site, or nowhere', (path) => {
    expect(safePath(path)).toBeNull()
  })

  test.each([
    '/login',
    '/register?redirect=/events',
    '/logout',
    '/LOGOUT/',
    '/reset-password?token=x',
    '/auth/google/callback?code=x',
    '/auth/callback/more',
    '/google/callback',
    '/callback',
    '/c%61llback?provider=google&token=x',
    '/lo%67out',
    '/lo%2567out',
    '/LO%47IN',
    '/auth%2Fcallback',
    '/auth/google%2fcallback?code=x',
    '/auth/%2e%2e/logout',
    '/events/..%2flogout',
    '/events%5c..%5clogout',
    '/auth//callback',
    '/logout//',
    '/%6c%6f%67%6f%75%74',
    '/auth/c%61llback-more',
    '/%E0%A4%A',
  ])('nobody is sent back to %s', (path) => {
    expect(safePath(path)).toBeNull()
  })
})

describe('after signing in somebody goes', () => {
  const all = { redirectTo: '/redirect', intended: '/intended', previous: '/previous' }

  test('to the redirect path if one is given', () => {
    expect(returnTarget(all)).toBe('/redirect')
  })

  test('to the intended path if the redirect path is / or leads off the site', () => {
    expect(returnTarget({ ...all, redirectTo: '/' })).toBe('/intended')
    expect(returnTarget({ ...all, redirectTo: '//evil.example' })).toBe('/intended')
    expect(returnTarget({ ...all, redirectTo: undefined })).toBe('/intended')
  })

  test('otherwise to the previous page, otherwise home', () => {
    expect(returnTarget({ previous: '/previous' })).toBe('/previous')
    expect(returnTarget({})).toBe('/')
  })
})
