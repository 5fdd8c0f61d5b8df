import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { uploadAddresses } from '../storage/upload-addresses.ts'
import type { Storage } from '../storage/storage.ts'
import { installErrorHandling } from './errors.ts'
import { readBody } from './upload-body.ts'
import { installUploadRoute } from './upload-route.ts'

const PACE = { windowMs: 20, minBytes: 1_000 }

test('a sender that stops before the end is answered, cut off, and its memory given back', async () => {
  const addresses = uploadAddresses('secret')
  const app = Fastify()
  onTestFinished(() => app.close())
  installErrorHandling(app)
  let failure: unknown
  await installUploadRoute(app, { addresses } as Storage, {
    beforeEach: () => Promise.resolve(),
    store: async (_grant, body) => {
      await body.read().catch((error: unknown) => {
        failure = error
        throw error
      })
    },
    pace: PACE,
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const url = base + addresses.sign({ key: 'events/a.jpg', contentType: 'image/jpeg', size: 5_000 })
  const sending = request(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg', 'content-length': 5_000 } })
  sending.on('error', () => undefined)
  const answer = new Promise<number | undefined>((resolve) =>
    sending.on('response', (response) => resolve(response.resume().statusCode)),
  )
  const closed = new Promise((resolve) => sending.on('close', resolve))
  sending.write(Buffer.alloc(4_990))
  expect(await answer).toBe(408)
  await closed
  expect(failure).toMatchObject({ code: 'request_timeout' })
})

test('a sender that keeps the pace may take as long as it needs', async () => {
  const received = Promise.withResolvers<Buffer>()
  const server = createServer((incoming, response) => {
    readBody(incoming, { maxBytes: 4_000, tooLong: 'file_too_large', pace: { windowMs: 60_000, minBytes: 1 } }).then(
      (bytes) => received.resolve(bytes),
      (error: unknown) => received.reject(error as Error),
    )
    void received.promise.finally(() => response.end())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const sending = request({ port, host: '127.0.0.1', method: 'PUT', headers: { 'transfer-encoding': 'chunked' } })
  for (let part = 0; part < 4; part++) sending.write(Buffer.alloc(1_000, part))
  sending.end()
  const bytes = await received.promise
  expect([bytes.length, bytes[0], bytes[3_999]]).toEqual([4_000, 0, 3])
})
