// Whose turn it is: an IPv4 address, or an IPv6 /64.
import type { IncomingMessage } from 'node:http'
import type { TrustProxy } from '../config.ts'
import { networkOf } from '../http/network.ts'

/** The same address as Fastify's `request.ip`, before there is a Fastify request: the nearest that is no proxy of ours. */
function clientAddress({ headers, socket }: IncomingMessage, trust: TrustProxy): string {
  const nearest = socket.remoteAddress ?? ''
  if (!trust) return nearest
  const claimed = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const addresses = [nearest, ...claimed.reverse()]
  return addresses.find((address, hop) => hop === addresses.length - 1 || !trust(address, hop)) ?? nearest
}

export const clientNetwork = (request: IncomingMessage, trust: TrustProxy): string =>
  networkOf(clientAddress(request, trust)).near
