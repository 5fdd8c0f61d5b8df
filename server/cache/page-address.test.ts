import { describe, expect, test } from 'vitest'
import { PageAddresses, type PageMatch } from './page-address.ts'

const match = (pattern: string, fields: Partial<PageMatch> = {}): PageMatch => ({
  ids: ['root', `pages/${pattern}`],
  pattern,
  params: {},
  query: [],
  ...fields,
})

const addresses = new PageAddresses({
  queryNames: ['cursor'],
  match(path) {
    const event = /^\/events\/([^/]+)$/i.exec(path)?.[1]
    const edited = /^\/events\/([^/]+)\/edit$/i.exec(path)?.[1]
    const rest = /^\/auth\/callback\/(.+)$/i.exec(path)?.[1]
    if (path === '/') return match('')
    if (/^\/events$/i.test(path)) return match('events', { query: ['cursor'] })
    if (event) return match('events/:eventId', { params: { eventId: decodeURIComponent(event) } })
    if (edited) return match('events/:eventId/edit', { params: { eventId: edited }, variant: 'any' })
    const report = /^\/report(?:\/([^/]+))?$/i.exec(path)
    if (report) return match('report/:reference?', { params: { reference: report[1] } })
    if (rest) return match('auth/callback/*', { params: { '*': rest } })
    return match('*')
  },
})

const keyOf = (url: string) => {
  const question = addresses.read(url)
  return question.kind === 'moved' ? `-> ${question.to}` : question.key
}

describe('the question that an address asks', () => {
  test.each([
    ['/', '/'],
    ['/events', '/events'],
    ['/events/12', '/events/12'],
    ['/report', '/report'],
    ['/report/R-56YBK5KCJO6C', '/report/R-56YBK5KCJO6C'],
    ['/events?cursor=abc', '/events?cursor=abc'],
    ['/events?utm_source=x&cursor=abc&fbclid=y', '/events?cursor=abc'],
    ['/?cursor=abc', '/'],
    ['/_.data', '/_.data'],
    ['/events.data', '/events.data'],
    ['/Events/.data', '/events.data'],
    ['/events.data?_routes=pages%2Fevents', '/events.data?_routes=pages%2Fevents'],
    ['/events.data?_routes=pages%2Fevents,root,x', '/events.data?_routes=root%2Cpages%2Fevents'],
    [`/events.data?_routes=${'x'.repeat(1_000)}`, '/events.data'],
    ['/events?_routes=root', '/events'],
    ['/events?', '/events'],
    ['/events?cursor=', '/events?cursor='],
    ['/events?cursor=a&cursor=b', '/events?cursor=a'],
    ['/events?cursor=a?b', '/events?cursor=a%3Fb'],
    ['/_.data?_routes=root', '/_.data?_routes=root'],
    ['/events/_.data', '/events.data'],
    ['/events.data?cursor=a&_routes=root', '/events.data?cursor=a&_routes=root'],
    ['/events/0', '/events/0'],
    ['/events/10', '/events/10'],
    ['/events/0a', '/events/0a'],
    ['/events/a0012', '/events/a0012'],
    ['/events/...', '/events/...'],
    ['/events/a..', '/events/a..'],
    ['/events/..a', '/events/..a'],
    ['/auth/callback/a/b', '/auth/callback/a/b'],
    ['/events/7/edit', 'pages/events/:eventId/edit any '],
    ['/events/7/edit.data', 'pages/events/:eventId/edit any .data'],
  ])('%s is %s', (url, key) => {
    expect(keyOf(url)).toBe(key)
  })

  test.each([
    ['/events/', '/events'],
    ['//events', '/events'],
    ['/eVents', '/events'],
    ['/eVents/12/', '/events/12'],
    ['/events/0012', '/events/12'],
    ['/events/000', '/events/0'],
    ['/auth/callback/a%2Fb//c', '/auth/callback/a%2Fb/c'],
    ['/events/%31%32', '/events/12'],
    ['/events//12?x=1&cursor=2', '/events/12?x=1&cursor=2'],
    ['/auth/callback/a/b/', '/auth/callback/a/b'],
    ['/events/a%2fb', '/events/a%2Fb'],
    ['/events/12#x', '/events/12%23x'],
  ])('%s moves to %s, where it stays', (url, to) => {
    expect(keyOf(url)).toBe(`-> ${to}`)
    expect(addresses.read(to).kind).toBe('page')
  })

  test.each([
    '/nothing',
    '//evil.example/events',
    '/events/..',
    '/events/%2e%2E',
    '/./events',
    '/events/%2e',
    '/events/%E0%A4%A',
    '/\\x',
  ])('%s is one of the addresses without a page, which share one', (url) => {
    expect(addresses.read(url)).toEqual({ kind: 'unknown', key: '*', address: '/404' })
    expect(addresses.read(`${url}.data`)).toMatchObject({ kind: 'unknown', key: '*.data' })
  })

  test('pages that do not depend on the path share their bytes, and each keeps its own address', () => {
    const [one, two] = ['/events/1/edit', '/events/2/edit'].map((url) => addresses.read(url))
    expect(one).toMatchObject({ kind: 'page', address: '/events/1/edit' })
    expect(two).toMatchObject({ address: '/events/2/edit', key: (one as { key: string }).key })
    expect(keyOf('/events/1/edit.data')).not.toBe(keyOf('/events/1/edit'))
  })
})

test('the front door finds what a page was kept by', () => {
  for (const url of ['/', '/?fbclid=1', '/events?cursor=a', '/events?x=1', '/events.data?_routes=root', '/events/12']) {
    expect(addresses.keyOf(url)).toBe(keyOf(url))
  }
  expect(addresses.keyOf('/eVents?cursor=a')).toBeUndefined()
  // What is no page may be a feed with the same parts in its query: never the page that says that nothing is there.
  expect(addresses.keyOf('/feeds/events.ics?cursor=a')).toBeUndefined()
})

test('a part of the path that the router does not tell is left out', () => {
  const without = new PageAddresses({
    queryNames: [],
    match: (path) => match(path.startsWith('/rest') ? 'rest/*' : 'events/:eventId'),
  })
  expect(without.read('/rest')).toMatchObject({ kind: 'page', address: '/rest' })
  expect(without.read('/events')).toMatchObject({ kind: 'page', address: '/events' })
})

test('a router that knows no page for it means that there is none', () => {
  const none = new PageAddresses({ queryNames: [], match: () => null })
  expect(none.read('/events')).toMatchObject({ kind: 'unknown', address: '/404' })
  expect(none.read('/events.data')).toMatchObject({ kind: 'unknown', address: '/404.data' })
})
