import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

const from = (remoteAddress: string | undefined, forwardedFor?: string) =>
  ({ headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } }) as unknown as IncomingMessage

test('a claimed address counts only behind a proxy of ours, and only what that proxy has seen', () => {
  const claimed = from('127.0.0.1', '198.51.100.1, 203.0.113.5')
  expect(clientNetwork(claimed, false)).toBe('127.0.0.1')
  expect(clientNetwork(claimed, true)).toBe('203.0.113.5')
  expect(clientNetwork(from('127.0.0.1', ' 203.0.113.5 '), true)).toBe('203.0.113.5')
  expect(clientNetwork(from('127.0.0.1'), true)).toBe('127.0.0.1')
  expect(clientNetwork(from(undefined), true)).toBe('unknown')
})
