import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { isPublicAddress, publicLookup } from './public-only.ts'

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

const lookedUp = (addresses: string[], all: boolean) =>
  new Promise((resolve) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const lookup = (_name: string, _options: object, done: (error: null, list: LookupAddress[]) => void) =>
      done(null, found)
    publicLookup(undefined, lookup as never).outside('push.example', { all }, (error, result) =>
      resolve(error?.name ?? result),
    )
  })

test('a name is refused when one of its addresses is private, and when it has none', async () => {
  expect(await lookedUp(['8.8.8.8', '10.0.0.1'], true)).toBe('PrivateAddress')
  expect(await lookedUp(['127.0.0.1'], false)).toBe('PrivateAddress')
  expect(await lookedUp([], true)).toBe('PrivateAddress')
  expect(await lookedUp(['8.8.8.8', '2606:4700::1111'], true)).toHaveLength(2)
  expect(await lookedUp(['8.8.8.8'], false)).toBe('8.8.8.8')
})

test('a name that does not exist says so', async () => {
  const error = await new Promise<Error | null>((resolve) =>
    publicLookup().outside('name.invalid', {}, (failure) => resolve(failure)),
  )
  expect(error?.name).toBe('Error')
})
