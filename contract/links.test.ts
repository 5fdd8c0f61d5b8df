import { expect, test } from 'vitest'
import { hasLink, withoutLinks } from './links.ts'

test.each([
  'https://evil.example/verify',
  'Your account was hacked, go to https://evil.example/verify now.',
  'HTTP://evil',
  'hxxp://evil.example',
  'go to //evil.example',
  'www.evil',
  'evil.example',
  'evil.example/pay',
  'Nora evil.com',
  'nora@evil.example',
  'mailto:nora',
  'bit.ly/3xYz',
  'a.b.co.uk',
  'bücher.example',
  'xn--bcher-kva.xn--p1ai',
  'evil。com',
  'evil．com',
  'ｅｖｉｌ.ｃｏｍ',
  '203.0.113.7',
  '203.0.113.7/login',
  'J.Smith.evil.com/x',
  'd.evil.com',
  // Every mail program makes a link of it.
  'will.i.am',
])('%s carries a link', (name) => {
  expect(hasLink(name)).toBe(true)
  expect(hasLink(withoutLinks(name))).toBe(false)
})

test.each([
  'St. John',
  'D.J.',
  'D.J. Khaled',
  'J.R.R. Tolkien',
  'J.R.R.',
  'J.R.Smith',
  'Martin Luther King Jr.',
  "O'Hanlon",
  'Ó Súilleabháin',
  'Mary-Jane',
  'Dr. No',
  'van der Berg',
  'Nguyễn Văn A.',
  '田中・太郎',
  'X Æ A-12',
  'd. j.',
  '<b>Nora</b>',
])('%s is a name', (name) => {
  expect(hasLink(name)).toBe(false)
  expect(withoutLinks(name)).toBe(name)
})

test('a title loses its links and nothing else', () => {
  expect(withoutLinks('INVOICE 4711 overdue: pay at https://evil.example/pay now')).toBe(
    'INVOICE 4711 overdue: pay at now',
  )
  expect(withoutLinks('https://evil.example')).toBe('')
  expect(withoutLinks('Fiddle  Night, 7.30 p.m. at No. 9')).toBe('Fiddle  Night, 7.30 p.m. at No. 9')
})
