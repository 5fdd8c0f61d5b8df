// Addresses that strangers give us are connected to only if they are on the public internet. Checked when connecting, with
// the address that is connected to: a name may point elsewhere a second after anybody has looked.
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'

const refused = new BlockList()
// IANA's registry of special-purpose addresses.
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(net, prefix, 'ipv4')
// Tunnels and the documentation's addresses within what is given out at all.
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  refused.addSubnet(net, prefix, 'ipv6')

// Everything else is loopback, link-local, private, multicast, or an IPv4 address in disguise.
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !refused.check(address, 'ipv4')
  return version === 6 && givenOut.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
  readonly code = 'PRIVATE_ADDRESS'
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void
type Lookup = (hostname: string, options: LookupOptions, found: Found) => void

/** Whether an address is in a network that the operator has named (OUTGOING_NETWORKS). */
export type Networks = (address: string) => boolean

/** For `lookup` of http.request: fails when one address of the name may not be connected to. */
export function publicLookup(networks: Networks = () => false, lookup: typeof resolve = resolve) {
  const only =
    (isAllowed: Networks): Lookup =>
    (hostname, options, found) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return found(error, '')
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isAllowed(address)))
          return found(new PrivateAddress('The name points to an address that is not public.'), '')
        return options.all ? found(null, addresses) : found(null, first.address, first.family)
      })
  return { namedOnly: only(networks), outside: only((address) => isPublicAddress(address) || networks(address)) }
}
