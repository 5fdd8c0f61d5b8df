import { expect, test } from 'vitest'
import { world } from '../../test-support/world.ts'

test('the door’s page may use the camera and run our own files, and no other page may', async () => {
  const { app } = await world({ pages: true, config: { demo: false } })
  const door = await app.inject({ url: '/door' })
  expect(door.statusCode).toBe(200)
  expect(door.headers['permissions-policy']).toContain('camera=(self)')
  expect(door.headers['content-security-policy']).toContain("script-src 'self';")
  expect(door.headers['content-security-policy']).not.toMatch(/unsafe|http|\*/)
  expect(door.headers['referrer-policy']).toBe('no-referrer')
  expect(door.headers['x-frame-options']).toBe('DENY')
  for (const url of ['/', '/about', '/api/health'])
    expect((await app.inject({ url })).headers['permissions-policy']).toContain('camera=()')
})

test('its service worker may fetch what it keeps, for /door alone, and what it keeps is there', async () => {
  const { app } = await world({ pages: true, config: { demo: false } })
  const worker = await app.inject({ url: '/door/sw.js' })
  expect(worker.headers['service-worker-allowed']).toBe('/door')
  expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  const files = [...worker.body.matchAll(/[`"'](\/(?:door|assets|icons)[^`"']*)[`"']/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(4)
  for (const url of files) expect({ url, status: (await app.inject({ url })).statusCode }).toEqual({ url, status: 200 })
})
