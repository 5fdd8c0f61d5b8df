import { expect, test } from 'vitest'
import { asRead, hasLink, linksInRead, withoutLinks } from './links.ts'

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
  // Programs that make links drop what nobody sees.
  'evil\u2060.example/pay',
  'evil.\u200bexample',
  'e\u034fvil.exam\u00adple',
  'evil\ufeff.example',
  'evil\u3164.example',
  'evil.\u{e0061}example',
  // Single letters are initials only before a name.
  't.Me',
  'q.Com',
  'X.Co',
  'T.Me/verify',
  'D.J.Info',
  'A.B.Shop',
  // Marks that belong to their letters.
  'उदाहरण.भारत',
  'evil\u0332.example',
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
  'D.J.Khaled',
  'Ó.Murchú',
  'Kim J.Smith',
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

test('a name keeps its initials when a link beside it goes', () => {
  expect(withoutLinks('J.R.Smith of https://evil.example')).toBe('J.R.Smith of')
})

/** What a text may hold at most, whatever its letters become. */
const LETTERS = 200_000

test.each([
  ['one letter', 'a', ' .'],
  ['letters that become four', '\u3300', ' .'],
  ['letters that become eighteen', '\ufdfa', '.'],
  ['dots', '.', ''],
  ['letters with dots', 'a.', ''],
  ['numbers with dots', '1.', ''],
  ['@', 'a@', ''],
  ['long local parts', `${'b'.repeat(64)}@${'c'.repeat(63)}`, ''],
  ['schemes without strokes', 'https:', ''],
  ['schemes of dots', 'a+.-', ':'],
  ['labels that are as long as they can be', `${'d'.repeat(63)}.-`, ''],
  ['marks', 'e\u0323\u0307', '.'],
  ['things nobody sees', '\u2060.', 'x'],
])('a long text of %s is looked through in no time that grows with its square', (_what, letters, end) => {
  const cpu = (length: number) => {
    const text = letters.repeat(length / letters.length) + end
    hasLink(text)
    const before = process.cpuUsage()
    linksInRead(asRead(text))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  // Of a few milliseconds when it is linear; seconds when it is not.
  expect(cpu(LETTERS / 4)).toBeLessThan(400)
})
