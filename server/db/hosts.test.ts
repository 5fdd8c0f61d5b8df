import { expect, test } from 'vitest'
import { hostsOf } from './hosts.ts'

test.each([
  ['postgres://u:p@a:1/name', ['postgres://u:p@a:1/name']],
  ['postgres://u:p@a:1,b:2,c/name', ['postgres://u:p@a:1/name', 'postgres://u:p@b:2/name', 'postgres://u:p@c/name']],
  [
    'postgresql://a,b/name?sslmode=require',
    ['postgresql://a/name?sslmode=require', 'postgresql://b/name?sslmode=require'],
  ],
  ['postgres://u:p@[::1]:1,[::2]:1/name', ['postgres://u:p@[::1]:1/name', 'postgres://u:p@[::2]:1/name']],
  ['postgres://u:1,2@a/name?options=x,y', ['postgres://u:1,2@a/name?options=x,y']],
  ['postgres://a,b', ['postgres://a', 'postgres://b']],
])('%s is tried at %j', (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts)
})
