// What a mail program makes a link of: an address with a scheme, one that begins with www., and a bare domain. In a name
// or a title to somebody who did not ask for it, a link is bait.

// A dot between two words is a domain when letters or a path follow it directly: `evil.example`, `bit.ly/x`. Names have
// dots as well, but at the end of a word or between single letters: St. John, D.J., J.R.R. Tolkien, Jr.
// Every part has a longest length, as names and addresses have: without, ten thousand letters without a space take seconds.
const LABEL = '[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}'
const DOMAIN = `${LABEL}(?:[.。．｡]${LABEL}){0,8}[.。．｡](?:\\p{L}{2,63}|xn--[a-z0-9-]{1,59})`

const SCHEME = '[a-z][a-z0-9+.-]{0,30}:/+\\S*'
const MAIL = 'mailto:\\S*|[^\\s@]{1,64}@[^\\s@]{1,255}\\.[^\\s@]+'
const NUMBERS = '\\d{1,3}(?:\\.\\d{1,3}){3}'

const source = `(?:${SCHEME}|//\\S+|${MAIL}|www[.。．｡]\\S*|${DOMAIN}(?:[:/?#]\\S*)?|${NUMBERS}(?:[:/?#]\\S*)?)`

/** Without one of these there is none, and most texts have none. */
const MAY_BE = /[.。．｡@]|[:/][/]/

const ANY_LINK = new RegExp(source, 'iu')
const ALL_LINKS = new RegExp(source, 'giu')

// J.R.Smith and D.J.Khaled: initials that somebody has written without spaces, each a single letter.
const INITIALS = /^(?:\p{L}\.)+\p{Lu}\p{L}+$/u

export const hasLink = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .some((word) => !INITIALS.test(word) && ANY_LINK.test(word))

/** The text without its links; empty if there was nothing else. */
export const withoutLinks = (text: string): string =>
  hasLink(text) ? text.normalize('NFKC').replace(ALL_LINKS, ' ').replace(/\s+/g, ' ').trim() : text

/** Line by line, for what has several. */
export const linesWithoutLinks = (text: string): string => text.split('\n').map(withoutLinks).join('\n')

/** Every link of a text as it is written there, and where it begins. */
export const linksIn = (text: string): { link: string; at: number }[] =>
  [...(MAY_BE.test(text) ? text.normalize('NFKC').matchAll(ALL_LINKS) : [])]
    .filter(([link]) => !INITIALS.test(link))
    .map(({ 0: link, index }) => ({ link, at: index }))
