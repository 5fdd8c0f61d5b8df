import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drain } from './drain.ts'
import { Gate } from './gate.ts'
import { listen } from './port-sockets.ts'

const host = '127.0.0.1'

async function open(port = 0, sockets = 4) {
  const server = createServer((_request, response) => response.end('served'))
  server.maxConnections = 400
  const app = {
    server,
    listen: async (options: object) => {
      server.listen(options)
      await once(server, 'listening')
      return ''
    },
  }
  const all = await listen(app, { host, port }, sockets)
  onTestFinished(() => {
    server.closeAllConnections()
    for (const one of all) one.close()
  })
  return { all, server, port: (server.address() as AddressInfo).port }
}

async function client(port: number): Promise<Socket> {
  const socket = connect({ host, port })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return socket
}

test('one turn of the event loop accepts as many as there are sockets', async () => {
  const { server, port } = await open()
  const perTurn: number[] = []
  let accepted = 0
  server.on('connection', () => accepted++)
  const clients = Array.from({ length: 200 }, () => connect({ host, port }))
  onTestFinished(() => clients.forEach((socket) => socket.destroy()))
  await Promise.all(
    clients.map((socket) => {
      socket.on('error', () => undefined)
      return once(socket, 'connect')
    }),
  )
  while (accepted < 200) {
    const before = accepted
    await new Promise(setImmediate)
    perTurn.push(accepted - before)
  }
  expect(Math.max(...perTurn)).toBeGreaterThan(1)
})

test('a connection to another socket is served the same', async () => {
  const { port } = await open()
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(`http://${host}:${port}/`)).text()),
  )
  expect(answers).toEqual(answers.map(() => 'served'))
})

test('a port that another Hooley listens on is in use', async () => {
  const { port } = await open()
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('all of them together take as many connections as one alone', async () => {
  const { all } = await open()
  expect(all.map(({ maxConnections }) => maxConnections)).toEqual([100, 100, 100, 100])
})

test('at a stop open connections of every socket are served, and then the port is closed', async () => {
  const { all, port } = await open(0, 8)
  const clients = await Promise.all(Array.from({ length: 30 }, () => client(port)))
  for (const socket of clients) socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  const answered = clients.map(async (socket) => String((await once(socket, 'data'))[0]))
  await drain(all, new Gate(), 1_000)
  expect((await Promise.all(answered)).every((text) => text.endsWith('served'))).toBe(true)
  await expect(client(port)).rejects.toThrow('ECONNREFUSED')
})
