// Whose turn it is: an IPv4 address, or an IPv6 /64.
import type { IncomingMessage } from 'node:http'
import { networkOf } from '../http/network.ts'

/** The last entry is what our own proxy has seen; those before it anybody may claim. */
const forwardedFor = ({ headers }: IncomingMessage) =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()

export function clientNetwork(request: IncomingMessage, trustsProxy: boolean): string {
  const address = (trustsProxy && forwardedFor(request)) || request.socket.remoteAddress || ''
  return networkOf(address).near
}
