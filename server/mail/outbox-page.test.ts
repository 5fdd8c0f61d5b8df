import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { world, type World } from '../test-support/world.ts'

const get = ({ app }: World, url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'GET', url, headers: { host: 'localhost:3000', ...headers }, remoteAddress })

async function withMail(env: Record<string, string> = {}) {
  const opened = await world({ env })
  const nora = await opened.person({ firstName: '<script>alert(1)</script>' })
  await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
  await opened.deps.jobs.runDue()
  return { opened, nora }
}

test('mails are listed and shown where no SMTP server is configured, and cannot run as a page', async () => {
  const { opened, nora } = await withMail()
  const list = await get(opened, '/outbox')
  expect(list.body).toContain(nora.email)
  const link = /href="(\/outbox\/[^"]+)"/.exec(list.body)?.[1] ?? ''
  const mail = await get(opened, link)
  expect(mail.statusCode).toBe(200)
  expect(mail.body).toMatch(/<a href="http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}">/)
  expect(mail.body).toContain('sandbox="allow-top-navigation-by-user-activation"')
  expect(mail.body).not.toContain('<script>')
  expect(mail.headers['content-security-policy']).toContain("default-src 'none'")
  expect(mail.headers['content-security-policy']).not.toContain('script-src')
  expect(mail.headers['cache-control']).toBe('no-store')
})

test.each([
  ['from another machine', {}, '192.0.2.7'],
  ['through a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
  ['under a name that somebody gave to this machine', { host: 'rebound.example' }, '127.0.0.1'],
  ['under a name that begins like this machine', { host: 'localhost:3000.evil.example' }, '127.0.0.1'],
  ['at the port of something in front of us', { host: 'localhost:8080' }, '127.0.0.1'],
  ['without a port, as a proxy passes it on', { host: 'localhost' }, '127.0.0.1'],
  ['through a proxy that names its client otherwise', { 'cf-connecting-ip': '192.0.2.7' }, '127.0.0.1'],
  ['through a proxy that names the host', { 'x-forwarded-host': 'hooley.example' }, '127.0.0.1'],
])('nobody reads them %s', async (_how, headers: Record<string, string>, address) => {
  const { opened } = await withMail()
  expect((await get(opened, '/outbox', headers, address)).statusCode).toBe(404)
})

test.each([
  ['PUBLIC_URL says that others come', { PUBLIC_URL: 'https://hooley.example' }],
  ['TRUST_PROXY says that there is a proxy', { TRUST_PROXY: '1' }],
])('there is no such page where %s', async (_why, env: Record<string, string>) => {
  const { opened } = await withMail(env)
  expect((await get(opened, '/outbox')).statusCode).toBe(404)
})

test('over a real port it is there under that port, and not for a proxy with nginx’s defaults', async () => {
  const { opened } = await withMail()
  await opened.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = opened.app.server.address() as AddressInfo
  const ask = async (version: string, host: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /outbox HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).slice(9, 12)
  }
  expect(await ask('1.1', `127.0.0.1:${port}`)).toBe('200')
  expect(await ask('1.1', 'localhost:3000')).toBe('404')
  expect(await ask('1.0', `127.0.0.1:${port}`)).toBe('404')
})

test('no path leads out of the folder', async () => {
  const { opened } = await withMail()
  for (const name of ['..%2f..%2fetc%2fpasswd', '%2e%2e', 'nothing', 'a'.repeat(250)])
    expect((await get(opened, `/outbox/${name}`)).statusCode).toBe(404)
})

test('with an SMTP server there is no such page', async () => {
  const opened = await world({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  expect((await get(opened, '/outbox')).statusCode).toBe(404)
})
