// Letters that a reader takes for others. Unicode's own list has six thousand; these are the ones that can stand in a
// domain and look like its Latin letters in the fonts that people read.
import { domainToUnicode } from 'node:url'

/** Pairs: a letter, and the Latin one that it looks like. */
const PAIRS = [
  // Cyrillic
  ...['аa', 'бb', 'вb', 'гr', 'еe', 'ёe', 'иu', 'кk', 'мm', 'нh', 'оo', 'пn', 'рp', 'сc', 'тt', 'уy', 'хx', 'ьb', 'іi'],
  ...['їi', 'јj', 'ѕs', 'һh', 'ԁd', 'ԍg', 'ԛq', 'ԝw', 'ӏl', 'ҽe', 'ґr', 'ѵv', 'ү' + 'y'],
  // Greek
  ...['αa', 'βb', 'γy', 'εe', 'ηn', 'ιi', 'κk', 'νv', 'οo', 'ρp', 'σo', 'τt', 'υu', 'χx', 'ωw', 'ϲc', 'ϳj'],
  // Armenian
  ...['օo', 'սu', 'հh', 'ոn', 'ցg', 'զq', 'յj', 'ե' + 't'],
  // Latin letters of other alphabets, and small capitals
  ...['ıi', 'ɡg', 'ɑa', 'ɩi', 'ɪi', 'ʟl', 'ɴn', 'ʏy', 'ʀr', 'ɢg', 'ʙb', 'ʜh', 'ᴀa', 'ᴄc', 'ᴅd', 'ᴇe', 'ᴊj', 'ᴋk', 'ᴍm'],
  ...['ᴏo', 'ᴘp', 'ᴛt', 'ᴜu', 'ᴠv', 'ᴡw', 'ᴢz', 'ƨs', 'ꜱs'],
]
const LOOKS_LIKE = new Map(PAIRS.map((pair) => [pair[0] ?? '', pair[1] ?? '']))

const LATIN = /^[\p{Script=Latin}]$/u
const OTHER_ALPHABETS = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]$/u

/** As somebody reads it: two hosts that are read alike are one to somebody who follows a link. */
export const readAs = (host: string): string =>
  [...domainToUnicode(host).normalize('NFKC').toLowerCase()].map((sign) => LOOKS_LIKE.get(sign) ?? sign).join('')

const STROKES: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', '0': 'o', '1': 'l', i: 'l', '5': 's' }

/** As somebody reads it who is in a hurry: without accents and hyphens, and 0 for o. Too coarse to refuse anything by. */
export const readHastily = (host: string): string =>
  [
    ...readAs(host)
      .normalize('NFD')
      .replace(/[\p{M}-]/gu, ''),
  ]
    .map((sign) => STROKES[sign] ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const looksLatin = (label: string) => [...label].every((sign) => /[\d-]/.test(sign) || LOOKS_LIKE.has(sign))

/** Pretends to be Latin: mixed with letters of another alphabet, or made of such ones alone below a Latin ending. */
export function isDisguised(host: string): boolean {
  const labels = domainToUnicode(host).toLowerCase().split('.')
  const hasLatinEnding = /^[a-z]+$/.test(labels.at(-1) ?? '')
  return labels.some((label) => {
    const signs = [...label]
    if (!signs.some((sign) => OTHER_ALPHABETS.test(sign))) return false
    return signs.some((sign) => LATIN.test(sign)) || (hasLatinEnding && looksLatin(label))
  })
}
