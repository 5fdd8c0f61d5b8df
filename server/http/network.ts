// Whom a limit by address counts. An IPv4 address is one customer; of IPv6 a customer has a /64 at least, and can have
// a /48 for the asking.
import { isIPv4, isIPv6 } from 'node:net'

export interface Network {
  /** The whole IPv4 address, or the /64. */
  near: string
  /** The /48 that an IPv6 address is in. */
  wide?: string
}

// Behind a proxy the address is text that somebody wrote: what is not an address does not count as a new network each time.
const UNKNOWN: Network = { near: 'unknown' }

/** Some proxies write the port beside the address, systems the interface behind it. */
const withoutPort = (text: string) =>
  text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = inHex.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (tail === undefined) return read(head)
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const isMappedIPv4 = (groups: number[]) => groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

const hex = (groups: number[]) => groups.map((group) => group.toString(16)).join(':')

export function networkOf(ip: string): Network {
  const address = withoutPort(ip.trim())
  if (isIPv4(address)) return { near: address }
  if (!isIPv6(address)) return UNKNOWN
  const groups = groupsOf(address)
  if (isMappedIPv4(groups)) {
    const [high = 0, low = 0] = groups.slice(6)
    return { near: [high >> 8, high & 255, low >> 8, low & 255].join('.') }
  }
  return { near: `${hex(groups.slice(0, 4))}::/64`, wide: `${hex(groups.slice(0, 3))}::/48` }
}
