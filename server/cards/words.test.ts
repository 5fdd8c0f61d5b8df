import { describe, expect, test } from 'vitest'
import { readCoverage } from './fonts.ts'
import { drawable, isRightToLeft } from './words.ts'

const { hasLetter, hasEmoji } = readCoverage()
const drawn = (text: string) => drawable(text, (codePoint) => hasLetter(codePoint) || hasEmoji(codePoint))

describe('what the fonts of the project can draw', () => {
  test.each([
    'Fiddle Night at O’Donoghue’s – “late”…',
    'Żółć, Ærø, Škoda, Đà Nẵng, ẞ, ŵ, İstanbul',
    'Ρεμπέτικα στην Αθήνα',
    'Вечер джаза, Їжак, Ђорђе',
    'ערב שירה בדבלין',
    'أمسية موسيقية في دبلن، الجمعة',
    'شب شعر گ چ پ ژ',
    'Samba 💃🏽 with the 👨‍👩‍👧‍👦, 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🇮🇪 1️⃣ ❤️',
    'a < b & c > "d"',
    '£5, €5, 5 %, № 7, 10 × 20, ½',
  ])('%s', (text) => expect(drawn(text)).toBe(text))

  test.each(['東京の夜', 'ซิมโฟนี', 'Fiddle 夜', 'தமிழ்', 'ᚠᚢᚦ', '한국', 'Night \u{10348}'])(
    'a title with a letter that none of them has is left out: %s',
    (text) => expect(drawn(text)).toBeNull(),
  )

  test('an ornament that none of them has is left out by itself', () => {
    expect(drawn('\u{1F8B0} Jazz \u{10FFFF} Night \u{1F8B0}')).toBe('Jazz Night')
    expect(drawn('\u{1F8B0}')).toBeNull()
  })
})

describe('what somebody wrote to break a card', () => {
  test.each([
    ['an override of the direction', 'Fiddle \u202Ethgin\u202C \u2066now\u2069', 'Fiddle thgin now'],
    ['zero width', 'Fi\u200Bdd\uFEFFle\u2060 \u00ADNight', 'Fiddle Night'],
    ['lines and tabs', ' Fiddle\r\n\tNight\u2028late ', 'Fiddle Night late'],
    ['control characters', 'Fid\u0000dle\u001b[31m', 'Fiddle[31m'],
    ['half a character', 'Fiddle \uD83D', 'Fiddle'],
    ['a pile of marks', `Z${'\u0300'.repeat(500)}algo`, 'Z̀̀̀algo'.normalize('NFC')],
  ])('%s', (_what, text, left) => expect(drawn(text)).toBe(left))

  test.each(['', ' ', '\u200B', '\u200D\uFE0F', '\u202E\u202C'])('nothing at all: %j', (text) =>
    expect(drawn(text)).toBeNull(),
  )

  test('10,000 letters: no more than a card could hold is looked at', () => {
    expect(drawn('x'.repeat(10_000))).toHaveLength(300)
  })
})

test('the first letter says from which side a line is read', () => {
  for (const text of ['ערב', '2 ערב', '“أمسية” x', '💃 ערב jazz']) expect(isRightToLeft(text)).toBe(true)
  for (const text of ['Jazz ערב', '123', '💃', '', 'Вечер']) expect(isRightToLeft(text)).toBe(false)
})
