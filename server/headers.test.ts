import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, world as newWorld, type World } from './test-support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ pages: true })
  const creator = await world.person()
  await world.event(creator)
  await world.deps.storage.put('events/poster.webp', Buffer.from('RIFF'), 'image/webp')
})
afterAll(() => world.close())

const asset = () => `/assets/${readdirSync('build/client/assets').find((name) => name.endsWith('.js'))}`

const ANSWERS: Record<string, () => [method: string, url: string]> = {
  'the home page': () => ['GET', '/'],
  'a list': () => ['GET', '/events'],
  'an event': () => ['GET', '/events/1'],
  'a page that is not there': () => ['GET', '/no-such-page'],
  'a script': () => ['GET', asset()],
  'a picture': () => ['GET', '/uploads/events/poster.webp'],
  'a picture that is not there': () => ['GET', '/uploads/events/none.webp'],
  'a file': () => ['GET', '/favicon.ico'],
  JSON: () => ['GET', '/api/all-events'],
  health: () => ['GET', '/api/health'],
  'the metrics': () => ['GET', '/metrics'],
  'the documentation': () => ['GET', '/api/docs'],
  'the OpenAPI document': () => ['GET', '/api/openapi.json'],
  'a call without a token': () => ['GET', '/api/tickets'],
  'an unknown call': () => ['GET', '/api/nothing-here'],
  'a method that is not served': () => ['PATCH', '/events'],
  'an address that cannot be decoded': () => ['GET', '/events/%'],
  'the head of a page': () => ['HEAD', '/'],
}

const REQUIRED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

describe('every answer carries the security headers', () => {
  test.each(Object.entries(ANSWERS))('%s', async (_name, address) => {
    const [method, url] = address()
    const { headers } = await world.app.inject({ method: method as 'GET', url })
    expect(headers).toMatchObject(REQUIRED)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  test('also bytes that are no HTTP', async () => {
    const { app } = await newWorld()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('this is no HTTP\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer.toString()).toContain('x-content-type-options: nosniff')
    expect(answer.toString()).toContain('{"statusCode":400,"error":"Bad Request","message":')
  })
})

test('a page may run and load only what is of this site, and nothing inline but what was rendered', async () => {
  const { headers, body } = await world.app.inject({ url: '/' })
  const policy = String(headers['content-security-policy'])
  expect(policy).not.toMatch(/unsafe-|\*/)
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  ) as Record<string, string[]>
  // What has no directive of its own (fonts, calls, the manifest) follows default-src.
  expect(directives['default-src']).toEqual(["'self'"])
  for (const name of ['script-src', 'style-src', 'form-action']) {
    expect(directives[name]).toContain("'self'")
    for (const source of directives[name] ?? []) expect(source).toMatch(/^'self'$|^'sha256-/)
  }
  expect(Object.keys(directives).filter((name) => /^(font|connect|manifest|frame|worker)-src$/.test(name))).toEqual([])
  expect(directives['img-src']).toEqual(["'self'", 'data:', 'blob:'])
  expect(directives['object-src']).toEqual(["'none'"])
  expect(directives['base-uri']).toEqual(["'none'"])
  expect(body).not.toMatch(/ style="| on[a-z]+="|javascript:/i)
})

test('a page names no third-party origin that would be loaded', async () => {
  for (const url of ['/', '/events', '/events/1']) {
    const { body } = await world.app.inject({ url })
    const loaded = [...body.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href|srcset)="([^"]+)"/g)]
    expect(loaded.length).toBeGreaterThan(3)
    for (const [, address] of loaded) expect(address).toMatch(new RegExp(`^(/|data:|${world.deps.config.publicUrl})`))
  }
})

test('pictures of other sites are shown only if the operator allows the site', async () => {
  const { app } = await newWorld({ pages: true, env: { IMAGE_ORIGINS: 'https://cdn.example.org' } })
  const { headers } = await app.inject({ url: '/' })
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://cdn.example.org;")
  expect(headers['content-security-policy']).not.toContain('connect-src')
})

test('behind TLS browsers are told to stay there', async () => {
  const { app } = await newWorld({ env: { PUBLIC_URL: 'https://hooley.example' } })
  for (const url of ['/api/health', '/api/nothing-here', '/metrics', '/events/%']) {
    const { headers } = await app.inject({ url })
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  }
})
