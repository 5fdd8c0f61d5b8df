// Domains that nobody may link to. A name that is read like a blocked one is the same to somebody who follows it.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { linkTargetsOf } from './link-targets.ts'
import { readAs } from './lookalikes.ts'

// Everybody below them is somebody else.
const SHARED = /^(?:co|com|org|net|gov|gob|gv|go|ac|edu|or|ne|nom|mil)\.[a-z]{2}$/
const NAME = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** What a moderator typed or pasted, as it is stored; null: no domain, or one that whole countries share. */
export function readDomain(typed: string): string | null {
  const name = typed
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/+/i, '')
    .replace(/^[^/?#@]*@/, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '')
    .replace(/^\*?\.+|\.+$/g, '')
    .replace(/^www\./i, '')
  const domain = domainToASCII(name)
  return NAME.test(domain) && !SHARED.test(domain) ? domain : null
}

export type BlockedDomains = ReadonlySet<string>

export const blockedDomains = (domains: Iterable<string>): BlockedDomains => new Set([...domains].map(readAs))

/** The blocked domain that a host is, or is below; null: none. */
export function blockedIn(host: string, blocked: BlockedDomains): string | null {
  const read = readAs(host)
  if (blocked.has(read)) return read
  // 10.1.2.3 is not below 2.3.
  if (isIP(read)) return null
  const labels = read.split('.')
  for (let from = 1; from < labels.length; from++) {
    const parent = labels.slice(from).join('.')
    if (blocked.has(parent)) return parent
  }
  return null
}

/** The first blocked domain that any of these texts leads to. */
export function blockedLink(texts: readonly (string | null | undefined)[], blocked: BlockedDomains): string | null {
  for (const text of texts)
    for (const { host } of text ? linkTargetsOf(text) : []) {
      const domain = blockedIn(host, blocked)
      if (domain) return domain
    }
  return null
}

/** Where a link through one of these leads, nobody can see. Names that belong to one site (youtu.be) are not among them. */
const SHORTENERS = new Set([
  ...['bit.ly', 'bitly.com', 'j.mp', 'buff.ly', 'cutt.ly', 'is.gd', 'v.gd', 'ow.ly', 'rb.gy', 'rebrand.ly', 's.id'],
  ...[
    'shorturl.at',
    'short.gy',
    'short.io',
    'shorte.st',
    'soo.gd',
    't.co',
    't.ly',
    'tiny.cc',
    'tiny.one',
    'tinyurl.com',
  ],
  ...['urlz.fr', 'adf.ly', 'bl.ink', 'clck.ru', 'dub.sh', 'goo.su', 'n9.cl', 'qr.ae', 'shrtco.de', 'surl.li'],
  ...['u.to', 'x.gd', 'zpr.io', '1url.com', '2no.co', 'grabify.link', 'iplogger.org', 'yip.su'],
])

export const isShortener = (host: string): boolean => SHORTENERS.has(readAs(host))
