import { expect, test } from 'vitest'
import { NETWORK_NAMES, NETWORKS } from './networks.ts'

const url = 'https://hooley.example/events/12'
const TEXTS = [
  'Fish & Chips? #1 100%',
  'a\r\nurl=https://evil.example',
  'Céilí 💃',
  '\uD800',
  '&u=https://evil.example',
]

test('each network’s address is its own form with the link to the event, whatever the text says', () => {
  for (const text of TEXTS) {
    const [facebook, instagram, twitter, tiktok] = NETWORK_NAMES.map(
      (name) => new URL(NETWORKS[name].composer(text, url)),
    )
    expect(facebook!.origin + facebook!.pathname).toBe('https://www.facebook.com/sharer/sharer.php')
    expect([...facebook!.searchParams]).toEqual([['u', url]])
    expect(twitter!.origin + twitter!.pathname).toBe('https://x.com/intent/post')
    expect([...twitter!.searchParams]).toEqual([
      ['text', text.toWellFormed()],
      ['url', url],
    ])
    expect(instagram!.href).toBe('https://www.instagram.com/')
    expect(tiktok!.href).toBe('https://www.tiktok.com/upload')
  }
})

test('a text is counted as its network counts it', () => {
  const count = (text: string) => NETWORK_NAMES.map((name) => NETWORKS[name].count(text))
  expect(count('Fiddle Night')).toEqual([12, 12, 12, 12])
  expect(count('💃')).toEqual([1, 1, 2, 1])
  expect(NETWORKS.twitter.count('👩‍👩‍👧‍👦🇮🇪')).toBe(4)
  expect(NETWORKS.twitter.count('東京')).toBe(4)
  expect(NETWORKS.twitter.count('Céilí e\u0301')).toBe(7)
  expect(NETWORKS.twitter.count(`See ${url}?and=a-long-tail-of-forty-letters-or-more`)).toBe(27)
  expect(NETWORKS.twitter.limit).toBe(256)
})
