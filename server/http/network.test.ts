import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.7', { near: '192.0.2.7' }],
  ['192.0.2.7:51234', { near: '192.0.2.7' }],
  ['::ffff:192.0.2.7', { near: '192.0.2.7' }],
  ['::FFFF:C000:0207', { near: '192.0.2.7' }],
  ['0:0:0:0:0:ffff:192.0.2.7', { near: '192.0.2.7' }],
  ['2001:db8:1:2:3:4:5:6', { near: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['2001:DB8:1:2::9', { near: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['2001:0db8:0001:0002::', { near: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['[2001:db8:1:2::9]:443', { near: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['2001:db8::1', { near: '2001:db8:0:0::/64', wide: '2001:db8:0::/48' }],
  ['fe80::1%eth0', { near: 'fe80:0:0:0::/64', wide: 'fe80:0:0::/48' }],
  ['::1', { near: '0:0:0:0::/64', wide: '0:0:0::/48' }],
  ['64:ff9b::192.0.2.7', { near: '64:ff9b:0:0::/64', wide: '64:ff9b:0::/48' }],
  ['made-up-17', { near: 'unknown' }],
  ['1.2.3.4.5', { near: 'unknown' }],
  ['', { near: 'unknown' }],
])('%s is counted as %j', (ip, network) => {
  expect(networkOf(ip)).toEqual(network)
})
