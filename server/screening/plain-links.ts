// A link to a blocked domain becomes plain text that no browser, reader or email program makes a link of: evil[.]example.
// Brackets can be taken out again, so nothing of what somebody wrote is lost should the domain be allowed later.
import { asRead } from '../../contract/links.ts'
import { blockedIn, type BlockedDomains } from './domains.ts'
import { linkTargetsOf, linkTargetsOfRead } from './link-targets.ts'

const WORD = /\S+/g
// Those that NFKC makes a full stop, a colon or a stroke of.
const DOTS = /[.。．｡․﹒]/g
const COLONS = /[:：﹕︓]/g
const STROKES = /[/／\\＼]/g
const IN_BRACKETS = /\[([.:/])\]/g
/** Where something in brackets is all that cannot be a link any more; shown when nothing else helps. */
const REMOVED = '[link removed]'

/** Whether a program would make a link of it that leads there. */
const isLive = (word: string, blocked: BlockedDomains) =>
  linkTargetsOfRead(asRead(word)).some(({ host }) => blockedIn(host, blocked) !== null)

function plainWord(word: string, blocked: BlockedDomains): string {
  if (!isLive(word, blocked)) return word
  const withoutDots = word.replace(DOTS, '[.]')
  if (!isLive(withoutDots, blocked)) return withoutDots
  const withoutSchemes = withoutDots.replace(COLONS, '[:]').replace(STROKES, '[/]')
  return isLive(withoutSchemes, blocked) ? REMOVED : withoutSchemes
}

export function plainLinks(text: string, blocked: BlockedDomains): string {
  if (blocked.size === 0) return text
  return text.replace(WORD, (word) => plainWord(word, blocked))
}

/** A link in brackets is one again if it leads to a domain that was allowed again, and to none that is blocked. */
export function linksAgain(text: string, allowed: BlockedDomains, blocked: BlockedDomains): string {
  return text.replace(WORD, (word) => {
    const link = word.replace(IN_BRACKETS, '$1')
    if (link === word) return word
    const hosts = linkTargetsOf(link).map(({ host }) => host)
    const isFree = hosts.every((host) => blockedIn(host, blocked) === null)
    return isFree && hosts.some((host) => blockedIn(host, allowed) !== null) ? link : word
  })
}

/** The columns of an event that people write, as they are after that; null: nothing of it changes. */
export function changedTexts<Texts extends EventTexts>(
  event: Texts,
  change: (text: string) => string,
): Partial<EventTexts> | null {
  const changed: Partial<EventTexts> = {}
  for (const column of COLUMNS) {
    const before = event[column]
    const after = before && change(before)
    if (after && after !== before) changed[column] = after
  }
  return Object.keys(changed).length > 0 ? changed : null
}

const COLUMNS = ['title', 'description', 'venue', 'artistDescription', 'organizerDescription', 'bookingUrl'] as const

interface EventTexts {
  title: string
  description: string
  venue: string
  artistDescription: string | null
  organizerDescription: string | null
  bookingUrl: string | null
}
