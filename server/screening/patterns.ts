// What the rules recognise in words. Each takes a text that asRead (leads.ts) has read, but for hasUnseenLetters.
import { ENDINGS, linksInRead } from '../../contract/links.ts'

/** Endings that bare names of links have; `St.Patrick` and `8.Bring` are none. */
const ENDING = new RegExp(`\\.(?:${[...ENDINGS].join('|')}|[a-z]{2})(?:[/?#:]|$)`)

const isIntendedLink = (link: string) =>
  /^(?:[a-z][a-z0-9+.-]{0,30}:\/|\/\/|www\.)/i.test(link) || (link === link.toLowerCase() && ENDING.test(link))

/** Before anything else but signs and emoji. */
export function beginsWithLink(read: string): boolean {
  const first = linksInRead(read).find(({ link }) => isIntendedLink(link))
  return first !== undefined && !/[\p{L}\p{N}]/u.test(read.slice(0, first.at))
}

export const hasIntendedLink = (read: string): boolean => linksInRead(read).some(({ link }) => isIntendedLink(link))

// With the sign or the noughts of a country, or as it is dialled at home; dates, times and prices have other shapes.
const ABROAD = /(?<![\p{L}\p{N}/])(?:\+|00)(?!0)[1-9](?:[ ().-]{0,2}\d){7,14}(?![\d/])/u
const AT_HOME = /(?<![\p{L}\p{N}/.,:+-])\(?0[1-9]\d{0,3}\)?[ .-]?\d{2,4}[ .-]?\d{3,4}(?:[ .-]?\d{1,3})?(?![\p{L}\d/:])/u
const DATE = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d{1,2}[:.]\d{2}\b/g
const LINK_LIKE = /\S{0,30}:\/\/\S+/g

export function hasPhoneNumber(read: string): boolean {
  const plain = read.replace(LINK_LIKE, ' ').replace(DATE, ' – ')
  if (ABROAD.test(plain)) return true
  const digits = AT_HOME.exec(plain)?.[0].replace(/\D/g, '').length ?? 0
  return digits >= 9
}

/** Most of a long title in capitals, with more than one exclamation mark or sign of money. */
export function isShouted(title: string): boolean {
  const letters = title.match(/\p{L}/gu) ?? []
  const capitals = title.match(/\p{Lu}/gu) ?? []
  const signs = title.match(/[!$€£💰💸🤑]/gu) ?? []
  return letters.length >= 12 && capitals.length / letters.length > 0.7 && signs.length >= 2
}

const PROMISES = [
  /\b(?:guaranteed?|risk[ -]?free|100\s?%|double|triple|passive)\b[^.!?\n]{0,40}\b(?:profits?|returns?|income|earnings?|money|winnings?)\b/i,
  /\b(?:earn|make|win)\b[^.!?\n]{0,30}[$€£]\s?\d[\d.,]{0,15}\s?k?\b[^.!?\n]{0,30}\b(?:a|per|every|each)\s(?:day|week|hour|month)\b/i,
  /\b(?:send|pay|deposit|transfer)\b(?:[^.!?\n]|\.\d){0,40}\b(?:bitcoin|btc|eth|usdt|crypto|gift\s?cards?|western union|moneygram)\b/i,
  /\b(?:whats\s?app|telegram|signal)\b[^.!?\n]{0,30}\b(?:to|for)\b[^.!?\n]{0,20}\b(?:invest|earn|profits?|payment|tickets? code)\b/i,
]

/** Money for nothing, or paid in a way that cannot be taken back. */
export const promisesMoney = (read: string): boolean => PROMISES.some((pattern) => pattern.test(read))

/** Signs that take no room inside a word, which only serve to get past a search for words. Emoji and Persian need theirs. */
export const hasUnseenLetters = (text: string): boolean =>
  /[A-Za-z][\u00ad\u200b-\u200d\u2060\ufeff]+[A-Za-z]/u.test(text)
