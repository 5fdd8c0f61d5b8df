// Where the links of a text lead. What is written to get past a machine is read as a browser or a person would read it,
// and nothing is fetched: that would tell others who looks, and reach places that only this machine can.
import { domainToUnicode } from 'node:url'
import { asRead as asMachinesRead, linksInRead } from '../../contract/links.ts'

export interface LinkTarget {
  /** Lower case, in letters (never xn--), without www. */
  host: string
  /** The host that passes visitors on to it; null: linked directly. */
  via: string | null
  /** Where in the text its link begins. */
  at: number
  /** Written as an address, and not as a bare name. */
  isAddress: boolean
}

// evil[.]example and evil (dot) example are for people who type it in.
const WRITTEN_DOT = /\s{0,3}[[({]\s{0,3}(?:dot|\.)\s{0,3}[\])}]\s{0,3}/giu
const AFTERWARDS = /[^\p{L}\p{N}/=&%#_-]{1,40}$/u
const SCHEME = /^[a-z][a-z0-9+.-]*:[\\/]+/i
const MOST_NESTED = 3

/** As a machine or a person reads it. Everything in this folder looks at texts that were read by this. */
export const asRead = (text: string): string => asMachinesRead(text).replace(WRITTEN_DOT, '.')

function urlOf(link: string): URL | null {
  const address = link.replace(/^mailto:/i, '').replace(AFTERWARDS, '')
  const url = `http://${address.replace(SCHEME, '').replace(/^[\\/]+/, '')}`
  return URL.canParse(url) ? new URL(url) : null
}

const plainHost = (hostname: string) =>
  domainToUnicode(hostname)
    .replace(/\.$/, '')
    .replace(/^www\./, '')

/** evil-example.translate.goog is evil.example, and a--b is a-b. */
const unfolded = (label: string) => label.replaceAll('--', '\n').replaceAll('-', '.').replaceAll('\n', '-')

/** Services that show another site's pages under their own name. */
function mirrored({ hostname, pathname }: URL): string | undefined {
  const folded = /^([^.]+)\.(?:translate\.goog|cdn\.ampproject\.org)$/.exec(hostname)?.[1]
  if (folded) return unfolded(folded)
  return /(?:^|\.)google\.[a-z.]+$/.test(hostname) ? /^\/amp\/(?:s\/)?([^/]+)/.exec(pathname)?.[1] : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// What cannot begin a link need not be looked through.
const BEGINS = /^[\p{L}\p{N}/]\S{3}/u
const BASE64 = /^[\w+/-]{16,}={0,2}$/

/** What a link carries inside, as redirects do: ?url=…, /web/2026/https://…, also encoded. */
function carried(url: URL): string[] {
  const mirror = mirrored(url)
  const values = [...url.searchParams.values()].flatMap((value) => {
    const plain = decoded(decoded(value))
    const unpacked = BASE64.test(value) ? Buffer.from(value, 'base64').toString() : ''
    return [plain, unpacked].filter((text) => BEGINS.test(text) && linksInRead(asMachinesRead(text))[0]?.at === 0)
  })
  const below = decoded(decoded(url.pathname + url.hash)).match(/https?:\/+[^\s]+/gi) ?? []
  return [...(mirror ? [mirror] : []), ...values, ...below]
}

function follow(link: string, at: number, via: string | null, depth: number): LinkTarget[] {
  const url = urlOf(link)
  const host = url && plainHost(url.hostname)
  if (!url || !host) return []
  const isAddress = SCHEME.test(link) || /^(?:\/\/|www\.)/i.test(link)
  const found = { host, via, at, isAddress }
  if (depth === MOST_NESTED) return [found]
  return [found, ...carried(url).flatMap((inner) => follow(inner, at, host, depth + 1))]
}

export const linkTargetsOfRead = (read: string): LinkTarget[] =>
  linksInRead(read).flatMap(({ link, at }) => follow(link, at, null, 0))

export const linkTargetsOf = (text: string): LinkTarget[] => linkTargetsOfRead(asRead(text))
