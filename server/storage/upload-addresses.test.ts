import { expect, test } from 'vitest'
import { UPLOAD_SECONDS, uploadAddresses } from './upload-addresses.ts'

const grant = { key: 'events/a.jpg', contentType: 'image/jpeg', size: 1234 }

const parts = (address: string) => {
  const url = new URL(address, 'http://any')
  return Object.fromEntries(url.searchParams)
}

test('an address gives back what it was made for, until it expires', () => {
  let now = 1_000_000_000_000
  const addresses = uploadAddresses('secret', () => now)
  const query = parts(addresses.sign(grant))
  expect(addresses.read(grant.key, query)).toEqual(grant)
  now += UPLOAD_SECONDS * 1000
  expect(addresses.read(grant.key, query)).toEqual(grant)
  now += 1000
  expect(addresses.read(grant.key, query)).toBeNull()
})

test('a length need not be announced', () => {
  const addresses = uploadAddresses('secret')
  const open = { ...grant, size: undefined }
  expect(addresses.read(grant.key, parts(addresses.sign(open)))).toEqual(open)
})

test("another installation's signature is none", () => {
  const query = parts(uploadAddresses('one').sign(grant))
  expect(uploadAddresses('two').read(grant.key, query)).toBeNull()
})

test('a query with lists or nothing in it is refused, not a crash', () => {
  const addresses = uploadAddresses('secret')
  expect(addresses.read(grant.key, {})).toBeNull()
  expect(addresses.read(grant.key, { signature: ['a', 'b'], expires: ['1'] })).toBeNull()
})
