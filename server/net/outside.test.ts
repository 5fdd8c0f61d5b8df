import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createListener } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openOutside } from './outside.ts'
import { pushService } from '../push/push-service.ts'

/** Counts who connects, at every address of this machine. */
async function countConnections() {
  let connections = 0
  const listeners = ['127.0.0.1', '::1'].map((host) => {
    const listener = createListener((socket) => {
      connections++
      socket.destroy()
    })
    return { host, listener }
  })
  let port = 0
  for (const { host, listener } of listeners) {
    await new Promise<void>((listening) => listener.listen(port, host, listening))
    port = (listener.address() as { port: number }).port
    onTestFinished(() => void listener.close())
  }
  return { port, count: () => connections }
}

async function receiver(answer: (request: IncomingMessage, response: ServerResponse) => void, host = '127.0.0.1') {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, host, listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { seen, port, url: `http://${host}:${port}/hook` }
}

const SPELLINGS = [
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '169.254.169.254',
  '8.8.8.8',
]

test.each(SPELLINGS)('no connection is made to %s', async (host) => {
  const { port, count } = await countConnections()
  const outside = openOutside()
  const refused = { code: expect.stringMatching(/^(PRIVATE_ADDRESS|BAD_ADDRESS)$/) as string }
  const url = `https://${host}:${port}/x`
  await expect(outside.post({ url, body: 'x' })).rejects.toMatchObject(refused)
  await expect(outside.get({ url })).rejects.toMatchObject(refused)
  const push = pushService(outside).send({ endpoint: url, headers: {}, body: Buffer.from('x') })
  await expect(push).rejects.toMatchObject(refused)
  expect(count()).toBe(0)
})

test.each(['http://example.org', 'ftp://example.org', 'https://me:secret@example.org', 'https://example.org:25', 'x'])(
  '%s is no address to send to',
  async (url) => {
    await expect(openOutside().post({ url, body: '' })).rejects.toMatchObject({ code: 'BAD_ADDRESS' })
  },
)

const here = (address: string) => address === '127.0.0.1'

test('a network that the operator has named can be reached without TLS, and no other', async () => {
  const { url, seen } = await receiver((_request, response) => response.end('thanks'))
  const { status, body } = await openOutside(here).post({ url, body: '{}', headers: { 'x-kind': 'test' } })
  expect([status, body.toString()]).toEqual([200, 'thanks'])
  expect(seen[0]?.headers).toMatchObject({ 'x-kind': 'test', 'content-length': '2' })
  for (const networks of [undefined, (address: string) => address === '10.0.0.1'])
    await expect(openOutside(networks).post({ url, body: '{}' })).rejects.toThrow()
  expect(seen).toHaveLength(1)
})

test('a name that points elsewhere at the second look is refused at the second look', async () => {
  const { port, count } = await countConnections()
  const { seen, port: first } = await receiver((_request, response) => {
    response.writeHead(302, { location: `http://moves.example:${port}/inside` }).end()
  }, '127.0.0.2')
  const answers = ['127.0.0.2', '127.0.0.1']
  const resolve = (_name: string, _options: object, done: (error: null, list: object[]) => void) =>
    done(null, [{ address: answers.shift(), family: 4 }])
  const outside = openOutside((address) => address === '127.0.0.2', resolve as never)
  const refused = { code: 'PRIVATE_ADDRESS' }
  await expect(outside.get({ url: `http://moves.example:${first}/` })).rejects.toMatchObject(refused)
  expect([seen.length, answers.length, count()]).toEqual([1, 0, 0])
})

test('redirects: three are followed when reading and none when sending', async () => {
  const { url, seen } = await receiver((request, response) => {
    const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('step') ?? 0)
    if (step === 3) return void response.end('the end')
    response.writeHead(302, { location: `?step=${step + 1}` }).end()
  })
  const outside = openOutside(here)
  const found = await outside.get({ url })
  expect([found.body.toString(), found.url]).toEqual(['the end', `${url}?step=3`])
  await expect(outside.get({ url: `${url}?step=-1` })).rejects.toMatchObject({ code: 'TOO_MANY_REDIRECTS' })
  seen.length = 0
  expect((await outside.post({ url, body: '' })).status).toBe(302)
  expect(seen).toHaveLength(1)
})

test('a redirect to this machine is refused like the first address', async () => {
  const { port, count } = await countConnections()
  for (const host of ['localhost', '[::1]', '2130706433']) {
    const { url } = await receiver(
      (_request, response) => response.writeHead(307, { location: `https://${host}:${port}/` }).end(),
      '127.0.0.2',
    )
    const outside = openOutside((address) => address === '127.0.0.2')
    await expect(outside.get({ url })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
  }
  expect(count()).toBe(0)
})

test('an endless answer is cut at a kilobyte when sending, and refused above two megabytes when reading', async () => {
  const { url } = await receiver((_request, response) => {
    const more = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const outside = openOutside(here)
  expect((await outside.post({ url, body: '' })).body.length).toBe(1_024)
  await expect(outside.get({ url })).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

test('of an answer that trickles for ever the first second is read when sending', async () => {
  let isClosed = false
  const { url } = await receiver((_request, response) => {
    response.writeHead(202).write('a')
    const more = setInterval(() => response.write('a'), 100)
    response.on('close', () => {
      clearInterval(more)
      isClosed = true
    })
  })
  const from = performance.now()
  const { status, body } = await openOutside(here).post({ url, body: '' })
  expect([status, /^a{2,20}$/.test(body.toString())]).toEqual([202, true])
  expect(performance.now() - from).toBeLessThan(5_000)
  await expect.poll(() => isClosed).toBe(true)
})

test('who asked can break off, and an answer that breaks off is an error', async () => {
  const { url } = await receiver((request, response) => {
    if (request.method === 'GET')
      response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy())
  })
  const outside = openOutside(here)
  const asked = new AbortController()
  const sending = outside.post({ url, body: '', signal: asked.signal })
  setTimeout(() => asked.abort(), 50)
  await expect(sending).rejects.toThrow(/abort/)
  await expect(outside.get({ url })).rejects.toThrow()
})
