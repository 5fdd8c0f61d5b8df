import { expect, test } from 'vitest'
import { asRead } from '../../contract/links.ts'
import { blockedDomains, blockedIn } from './domains.ts'
import { linkTargetsOfRead } from './link-targets.ts'
import { linksAgain, plainLinks } from './plain-links.ts'

const blocked = blockedDomains(['evil.example'])
const none = blockedDomains([])

const WRITTEN = [
  'See https://evil.example/pay?a=1.b now.',
  'evil.example',
  'www.evil.example, and https://good.example',
  'win@evil.example',
  'mailto:win@evil.example',
  'https://a.b.evil.example:8080/x',
  'https://good.example/out?url=https%3A%2F%2Fevil.example%2Fx',
  'https://web.archive.org/web/2026/https://evil.example/',
  'https://evil%2Eexample/pay',
  '//evil%2eexample/pay',
  'https:\\\\evil.example\\x',
  'https://еvіl.example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil。example',
  'evil\u2060.example/pay',
  'https://xn--vl-mlc7k.example',
  'https://evil-example.translate.goog/',
  'First line\n\nhttps://evil.example/a\tand https://evil.example/b',
]

const leads = (text: string) => linkTargetsOfRead(asRead(text)).some(({ host }) => blockedIn(host, blocked))

test.each(WRITTEN)('nothing makes a link of %j any more, and it comes back as it was written', (written) => {
  expect(leads(written)).toBe(true)
  const plain = plainLinks(written, blocked)
  expect(leads(plain)).toBe(false)
  // As pages do it (app/ui/linked-text.tsx).
  for (const [address] of plain.matchAll(/https?:\/\/[^\s<>"]+/gi))
    expect(URL.canParse(address) && /evil/i.test(address)).toBe(false)
  expect(plainLinks(plain, blocked)).toBe(plain)
  expect(linksAgain(plain, blocked, blocked)).toBe(plain)
  // Other spellings of a full stop become the plain one.
  expect(linksAgain(plain, blocked, none).normalize('NFKC').replace('。', '.')).toBe(
    written
      .replaceAll('\\', plain.includes('[/]') ? '/' : '\\')
      .normalize('NFKC')
      .replace('。', '.'),
  )
})

test('other links and words stay as they are', () => {
  const text = 'See https://devil.example. Prices from £5.50, doors at 7.30.\n\n  evil. Example'
  expect(plainLinks(text, blocked)).toBe(text)
  expect(plainLinks(`${text} evil.example`, blocked)).toBe(`${text} evil[.]example`)
  expect(linksAgain('devil[.]example and a[.]b', blocked, none)).toBe('devil[.]example and a[.]b')
})
