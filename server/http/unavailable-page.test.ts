import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { sha256 } from './security.ts'
import { sendUnavailablePage } from './unavailable-page.ts'

const app = Fastify()
app.get('/busy', (_request, reply) => sendUnavailablePage(reply, new AppError('unavailable')))

test('a page that cannot be made looks like Hooley, and offers to try again', async () => {
  const { statusCode, headers, body } = await app.inject('/busy')
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store'])
  expect(body).toContain('Hooley is busy right now. Please try again in a moment.')
  expect(body).toContain('<a href="">Try again</a>')
  // The browser uses the style only if its hash is known, and nothing else may be loaded or run.
  const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? ''
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src ${sha256(style)};`)
  expect(style).toContain('color-scheme:light dark')
})
