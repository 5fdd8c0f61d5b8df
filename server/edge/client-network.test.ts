import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { networkOf } from '../http/network.ts'
import { clientNetwork } from './client-network.ts'

const from = (remoteAddress: string | undefined, forwardedFor?: string) =>
  ({ headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } }) as unknown as IncomingMessage

const trusting = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy

test('a claimed address counts only behind a proxy of ours, and only what that proxy has seen', () => {
  const claimed = from('127.0.0.1', '198.51.100.1, 203.0.113.5')
  expect(clientNetwork(claimed, trusting('off'))).toBe('127.0.0.1')
  expect(clientNetwork(claimed, trusting('on'))).toBe('203.0.113.5')
  expect(clientNetwork(from('127.0.0.1', ' 203.0.113.5 '), trusting('on'))).toBe('203.0.113.5')
  expect(clientNetwork(from('127.0.0.1'), trusting('on'))).toBe('127.0.0.1')
  expect(clientNetwork(from(undefined), trusting('on'))).toBe('unknown')
})

test('somebody who reaches us past the proxies of a list cannot name a network of their own', () => {
  const trust = trusting('10.0.0.0/8, 2001:db8::1')
  expect(clientNetwork(from('198.51.100.9', '203.0.113.5'), trust)).toBe('198.51.100.9')
  expect(clientNetwork(from('::ffff:10.1.2.3', '203.0.113.5'), trust)).toBe('203.0.113.5')
  expect(clientNetwork(from('2001:db8::1', '192.0.2.1, 203.0.113.5, 10.9.9.9'), trust)).toBe('203.0.113.5')
})

test('behind two proxies the visitor counts, and not the first proxy', () => {
  const request = from('10.0.0.1', '192.0.2.66, 203.0.113.5, 198.51.100.1')
  expect(clientNetwork(request, trusting('2'))).toBe('203.0.113.5')
})

const TRUSTS = ['off', 'on', '1', '2', '3', '127.0.0.1', '10.0.0.0/8', '127.0.0.0/8, 10.0.0.0/8, ::1', '::1']
const CLAIMS = [
  undefined,
  '203.0.113.5',
  ' 203.0.113.5 ,10.0.0.7',
  '192.0.2.1, 203.0.113.5, 198.51.100.1',
  '198.51.100.1,, 10.1.1.1,',
  '2001:db8::5, 10.0.0.7',
  'unknown, 10.0.0.7',
  ',',
]

test.each(TRUSTS)('with TRUST_PROXY=%s the gate counts whom the limits count', async (setting) => {
  const trustProxy = trusting(setting)
  const app = Fastify({ trustProxy })
  app.get('/', (request) => networkOf(request.ip).near)
  for (const remoteAddress of ['127.0.0.1', '10.0.0.1', '198.51.100.9', '::1']) {
    for (const claim of CLAIMS) {
      const headers = claim === undefined ? {} : { 'x-forwarded-for': claim }
      const { body } = await app.inject({ url: '/', remoteAddress, headers })
      expect(clientNetwork(from(remoteAddress, claim), trustProxy)).toBe(body)
    }
  }
  await app.close()
})
