// Requests that no browser sends, over a real connection: each gets an honest answer with the security headers.
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from './test-support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ pages: true })
  await world.event(await world.person())
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

async function send(lines: string[]) {
  const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => void (answer += text))
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const get = (address: string, ...headers: string[]) => send([`GET ${address} HTTP/1.1`, 'Host: localhost', ...headers])

function expectSecurityHeaders({ head }: { head: string }) {
  for (const header of ['x-content-type-options: nosniff', 'x-frame-options: deny', "frame-ancestors 'none'"]) {
    expect(head).toContain(header)
  }
}

describe('an address over 2 KB is refused, whatever it names', () => {
  const long = 'x'.repeat(2_048)
  test.each(['/', '/events?cursor=', '/api/all-events?q=', '/api/nothing/', '/assets/', '/uploads/events/'])(
    '%s',
    async (start) => {
      const answer = await get(start + long)
      expect(answer.status).toBe(414)
      expect(JSON.parse(answer.body)).toEqual({
        statusCode: 414,
        error: 'URI Too Long',
        message: 'The address is too long.',
      })
      expectSecurityHeaders(answer)
      expect(answer.head).toContain('cache-control: no-store')
      expect(answer.head).toMatch(/x-request-id: [\da-f-]{36}/)
    },
  )

  test('one that is just short enough is not', async () => {
    expect((await get(`/?x=${'x'.repeat(2_048 - 4)}`)).status).toBe(200)
  })
})

describe('what is odd but well meant is answered', () => {
  test.each(['http://evil.example/events', 'HTTPS://evil.example:8443/events?x=1', 'http://evil.example/events/1'])(
    'the absolute form %s',
    async (address) => {
      for (let n = 0; n < 2; n++) {
        const answer = await get(address)
        expect(answer.status).toBe(200)
        expect(answer.body).not.toContain('evil.example')
        expectSecurityHeaders(answer)
      }
    },
  )

  test.each(['http://evil.example', 'http://evil.example?x', 'http://evil.example/'])('home as %s', async (address) => {
    expect((await get(address)).status).toBe(200)
  })

  test.each(['/%E0%A4%A', '/events/%', '/%', '/%zz?x=%', 'http://evil.example/%E0%A4%A'])(
    'the path %s, which cannot be decoded, is a page that does not exist',
    async (address) => {
      const answer = await get(address)
      expect(answer.status).toBe(404)
      expect(answer.head).toContain('content-type: text/html')
      expect(answer.body).toMatch(/<h1>(404 Page Not Found|Event not found)<\/h1>/)
      expectSecurityHeaders(answer)
    },
  )

  test('a call whose path cannot be decoded is a bad request', async () => {
    const answer = await get('/api/all-events/%E0%A4%A')
    expect(answer.status).toBe(400)
    expect(answer.head).toContain('content-type: application/json')
    expectSecurityHeaders(answer)
  })
})

test.each(['//evil.example/', '/\\evil.example', '//evil.example/events', '/%2Fevil.example/', '/events/..', '/*'])(
  'the address %s leads to no other site and names no page',
  async (address) => {
    expect((await get(address)).status).toBe(404)
  },
)

describe('what cannot be answered is refused in a sentence', () => {
  test('no Host', async () => {
    for (const address of ['/', '/api/health']) {
      const answer = await send([`GET ${address} HTTP/1.1`])
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 400, error: 'Bad Request' })
      expectSecurityHeaders(answer)
    }
    expect((await send(['GET / HTTP/1.0'])).status).toBe(200)
  })

  test('an expectation that nobody knows', async () => {
    const answer = await get('/', 'Expect: nonsense')
    expect(answer.status).toBe(417)
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 417, error: 'Expectation Failed' })
    expectSecurityHeaders(answer)
  })
})
