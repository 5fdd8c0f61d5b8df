// What an email program makes a link of: an address with a scheme, one that begins with www., and a bare domain. In a name
// or a title to somebody who did not ask for it, a link is bait.

// Characters that nobody sees: email programs and browsers drop them, so `evil<U+2060>.example` leads to evil.example.
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu

/** A text as machines that make links read it. Everything that looks for links reads this first. */
export const asRead = (text: string): string => text.normalize('NFKC').replace(UNSEEN, '')

// A dot between two words is a domain when letters or a path follow it directly: `evil.example`, `bit.ly/x`. Names have
// dots as well, but at the end of a word or between single letters: St. John, D.J., J.R.R. Tolkien, Jr.
// Every part has a longest length, as names and addresses have.
const LABEL = '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}-]{0,62}'
const DOMAIN = `${LABEL}(?:[.。]${LABEL}){0,8}[.。](?:\\p{L}[\\p{L}\\p{M}]{1,62}|xn--[a-z0-9-]{1,59})`

const NUMBERS = '\\d{1,3}(?:\\.\\d{1,3}){3}'

const ADDRESS = /(?:[a-z][a-z0-9+.-]{0,30}:\/+\S*|\/\/\S+|mailto:\S*)/iuy
const MAIL = /[^\s@]{1,64}@[^\s@.]{1,63}\.[^\s@]+/iuy
const BARE = new RegExp(`(?:www[.。]\\S*|(?:${DOMAIN}|${NUMBERS})(?:[:/?#]\\S*)?)`, 'iuy')

/** Every link has one of these, and begins at most so many characters before the first of them. */
const SIGN = /[.。@:/]/g
const BEFORE_SIGN = 64

/** Endings of domains, besides those of two letters. X.Com is none of a name, J.Smith is. */
export const ENDINGS: ReadonlySet<string> = new Set([
  ...[
    'com',
    'net',
    'org',
    'info',
    'biz',
    'shop',
    'store',
    'online',
    'site',
    'club',
    'live',
    'top',
    'xyz',
    'vip',
    'win',
  ],
  ...[
    'app',
    'dev',
    'pro',
    'mobi',
    'link',
    'click',
    'space',
    'website',
    'tech',
    'page',
    'blog',
    'news',
    'world',
    'life',
  ],
  ...['email', 'work', 'fun', 'icu', 'buzz', 'cloud', 'host', 'press', 'media', 'digital', 'zone', 'chat', 'wiki'],
])

// J.R.Smith and D.J.Khaled: initials that somebody has written without spaces, each a single capital.
const INITIALS = /^(?:\p{Lu}\.)+(\p{Lu}\p{L}{2,})$/u

function isName(link: string): boolean {
  const last = INITIALS.exec(link)?.[1]
  return last !== undefined && !ENDINGS.has(last.toLowerCase())
}

export interface FoundLink {
  link: string
  /** Where it begins in the text as it is read. */
  at: number
}

const SPACE = /\s/

/** Where the word of a sign begins, as far as a link can reach. */
function beginOf(text: string, sign: number, from: number): number {
  const first = Math.max(from, sign - BEFORE_SIGN)
  let at = sign
  while (at > first && !SPACE.test(text.charAt(at - 1))) at--
  return at
}

/** The place of the next such sign, looked for once however often it is asked. */
function nextOf(text: string, sign: string) {
  let known = -1
  return (from: number) => {
    if (known < from) {
      const found = text.indexOf(sign, from)
      known = found < 0 ? Infinity : found
    }
    return known
  }
}

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function* linksOfRead(text: string): Generator<FoundLink> {
  const [nextAt, nextColon] = [nextOf(text, '@'), nextOf(text, ':')]
  let from = 0
  for (;;) {
    SIGN.lastIndex = from
    const sign = SIGN.exec(text)?.index
    if (sign === undefined) return
    let end = sign + 1
    // Only around a sign, so that a long text costs what its signs cost; and only what can be there.
    for (let begin = beginOf(text, sign, from); begin <= sign; begin++) {
      const hasColon = nextColon(begin) - begin < BEFORE_SIGN || text.charAt(sign) === '/'
      const found =
        (hasColon && matchAt(ADDRESS, text, begin)) ||
        (nextAt(begin) - begin <= BEFORE_SIGN && matchAt(MAIL, text, begin)) ||
        matchAt(BARE, text, begin)
      if (!found) continue
      const [link] = found
      end = found.index + link.length
      if (!isName(link)) yield { link, at: found.index }
      break
    }
    from = end
  }
}

/** Every link of a text that `asRead` has read, as it is written there. */
export const linksInRead = (text: string): FoundLink[] => [...linksOfRead(text)]

export const hasLink = (text: string): boolean => !linksOfRead(asRead(text)).next().done

/** The text without its links; empty if there was nothing else. */
export function withoutLinks(text: string): string {
  const read = asRead(text)
  const links = linksInRead(read)
  if (links.length === 0) return text
  let [rest, from] = ['', 0]
  for (const { link, at } of links) {
    rest += `${read.slice(from, at)} `
    from = at + link.length
  }
  return (rest + read.slice(from)).replace(/\s+/g, ' ').trim()
}

/** Line by line, for what has several. */
export const linesWithoutLinks = (text: string): string => text.split('\n').map(withoutLinks).join('\n')
