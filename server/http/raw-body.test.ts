import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { MOST_SIGNED_BYTES, takeRawBodies } from './raw-body.ts'

async function echo() {
  const app = Fastify()
  await app.register((scope, _options, done) => {
    takeRawBodies(scope)
    scope.post<{ Body: Buffer }>('/hook', ({ body }) => ({ hex: body.toString('hex') }))
    done()
  })
  app.post('/json', ({ body }) => body)
  return (url: string, payload: string | Buffer, type = 'application/json') =>
    app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
}

test('a body is the bytes that were sent, whatever they say they are', async () => {
  const send = await echo()
  const bytes = Buffer.from('{ "a":1,\r\n"a": 2 }\u0000\xff', 'latin1')
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain'])
    expect((await send('/hook', bytes, type)).json()).toEqual({ hex: bytes.toString('hex') })
})

test('a body that is too large is refused, and other routes read JSON as before', async () => {
  const send = await echo()
  expect((await send('/hook', Buffer.alloc(MOST_SIGNED_BYTES, 'a'))).statusCode).toBe(200)
  expect((await send('/hook', Buffer.alloc(MOST_SIGNED_BYTES + 1, 'a'))).statusCode).toBe(413)
  expect((await send('/json', '{"a":1}')).json()).toEqual({ a: 1 })
})
