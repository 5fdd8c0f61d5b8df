import { describe, expect, test } from 'vitest'
import { blockedDomains, blockedLink, readDomain } from './domains.ts'

const blocked = blockedDomains(['evil.example', 'xn--mnchen-3ya.example', '203.0.113.7'])
const found = (text: string) => blockedLink([text], blocked)

describe('a blocked domain is found', () => {
  test.each([
    ['by its name', 'evil.example'],
    ['in an address', 'https://evil.example/tickets?x=1#top'],
    ['at the end of a sentence, in brackets', 'Tickets (https://evil.example).'],
    ['with www', 'www.evil.example'],
    ['as a subdomain', 'http://a.b.evil.example:8080'],
    ['in capitals', 'HTTPS://EVIL.EXAMPLE'],
    ['with a dot at its end', 'https://evil.example./x'],
    ['behind a name and a password', 'https://good.example:secret@evil.example/'],
    ['with the wrong strokes', 'https:\\\\evil.example\\x'],
    ['of a mail address', 'write to win@evil.example'],
    ['in signs of full width', 'ｅｖｉｌ．ｅｘａｍｐｌｅ'],
    ['with a Chinese full stop', 'evil。example'],
    ['cut by signs that nobody sees', 'ev\u200bil.exa\u00admple'],
    ['written for people', 'evil [dot] example, or evil(.)example'],
    ['encoded letter by letter', 'https://%65vil.example/'],
    ['in Cyrillic letters', 'https://еvіl.example'],
    ['in Cyrillic letters, as machines write it', 'https://xn--vl-mlc7k.example'],
    ['inside a redirect', 'https://good.example/out?url=https%3A%2F%2Fevil.example%2Fx'],
    ['inside a redirect, encoded twice', 'https://good.example/out?url=https%253A%252F%252Fevil.example'],
    ['inside a redirect without a scheme', 'https://good.example/out?to=evil.example/x'],
    [
      'inside a redirect inside a redirect',
      'a.example/?u=https%3A%2F%2Fb.example%2F%3Fu%3Dhttps%253A%252F%252Fevil.example',
    ],
    ['inside a path', 'https://web.archive.org/web/2026/https://evil.example/'],
    ['behind a translation', 'https://evil-example.translate.goog/'],
    ['behind Google’s copy', 'https://www.google.com/amp/s/evil.example/page'],
    ['behind two hundred others', `${'a.bc '.repeat(250)}https://evil.example`],
    ['inside a redirect, behind two hundred others', `https://a.bc/?${'u=a.bc&'.repeat(250)}u=https://evil.example`],
    ['by its number, however it is written', 'http://0xcb.0.0x71.7/'],
  ])('%s', (_how, text) => expect(found(text)).not.toBeNull())
})

describe('what only looks like one is not', () => {
  test.each([
    'devil.example',
    'https://evil.example.org',
    'https://good.example/evil.example.html',
    'https://evil-example.org',
    'An evil. Example follows.',
    'https://evi1.example',
    'http://1.203.0.113.71/',
    'https://munchen.example',
  ])('%s', (text) => expect(found(text)).toBeNull())
})

test('an accent makes another name, and its two spellings are one', () => {
  expect(found('https://münchen.example')).not.toBeNull()
  expect(found('https://xn--mnchen-3ya.example')).not.toBeNull()
})

test('a moderator can paste an address', () => {
  expect(readDomain(' https://www.Evil.example/buy?x=1 ')).toBe('evil.example')
  expect(readDomain('evil.example:8080')).toBe('evil.example')
  expect(readDomain('*.evil.example.')).toBe('evil.example')
  expect(readDomain('win@evil.example')).toBe('evil.example')
  expect(readDomain('münchen.example')).toBe('xn--mnchen-3ya.example')
})

test.each([
  '',
  'com',
  'co.uk',
  'com.au',
  'evil',
  'evil..example',
  'evil example',
  '-.example',
  'https://',
  '.',
  '203.0.113.7',
  '0xcb007107',
])('what is no domain of somebody’s is not taken: %j', (typed) => expect(readDomain(typed)).toBeNull())
