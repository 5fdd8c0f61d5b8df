// Whose turn it is: an IPv4 address, or the /64 that one customer of an IPv6 provider has for himself.
import type { IncomingMessage } from 'node:http'

/** The last entry is what our own proxy has seen; those before it anybody may claim. */
const forwardedFor = ({ headers }: IncomingMessage) =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()

export function clientNetwork(request: IncomingMessage, trustsProxy: boolean): string {
  const address = (trustsProxy && forwardedFor(request)) || request.socket.remoteAddress || ''
  return networkOf(address)
}

export function networkOf(address: string): string {
  if (address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  // What '::' leaves out are zeros.
  if (tail !== undefined) while (groups.length + rest.length < 8) groups.push('0')
  return [...groups, ...rest]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
