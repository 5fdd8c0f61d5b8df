// The score's rules: plain, each with its weight and the sentence that a moderator reads. They sort what moderators look
// at and never hide or delete anything. rules.test.ts has a real example for each, and a harmless one that looks alike.
import { HOUR } from '../../contract/durations.ts'
import { blockedIn, isShortener, type BlockedDomains } from './domains.ts'
import { textsOf, type Facts } from './facts.ts'
import { asRead, linkTargetsOfRead, type LinkTarget } from './link-targets.ts'
import { isDisguised, readHastily } from './lookalikes.ts'
import {
  beginsWithLink,
  hasIntendedLink,
  hasPhoneNumber,
  hasUnseenLetters,
  isShouted,
  promisesMoney,
} from './patterns.ts'

const NEW_ACCOUNT_HOURS = 24
const MANY_AN_HOUR = 6
const MANY_OTHERS = 2

/** Its texts and where all its links lead, read once for all rules. */
interface Read extends Facts {
  /** The title first, then the description. */
  read: string[]
  leads: LinkTarget[]
  /** Blocked domains as somebody in a hurry reads them. */
  hasty: ReadonlySet<string>
}

export interface Rule {
  id: string
  weight: number
  /** What a moderator reads. */
  sentence: string
  holds: (facts: Read) => boolean
}

// ?file=flyer.pdf names a file and no site.
const FILE = /\.(?:pdf|html?|php|aspx?|jpe?g|png|gif|webp|svg|m?js|css|json|xml|zip|docx?|xlsx?|pptx?|txt|md|mp[34])$/
const siteOf = (host: string) => host.split('.').slice(-2).join('.')

/** Read in a hurry it is a blocked one; a blocked one itself is another rule's. */
function isNearBlocked({ host }: LinkTarget, { blocked, hasty }: Read): boolean {
  if (blockedIn(host, blocked)) return false
  const labels = host.split('.')
  return labels.some((_, from) => from < labels.length - 1 && hasty.has(readHastily(labels.slice(from).join('.'))))
}

export const RULES: readonly Rule[] = [
  {
    id: 'blocked-link',
    weight: 10,
    sentence: 'It links to a domain that is blocked.',
    holds: ({ leads, blocked }) => leads.some(({ host }) => blockedIn(host, blocked) !== null),
  },
  {
    id: 'near-blocked-link',
    weight: 4,
    sentence: 'It links to a domain that reads like a blocked one.',
    holds: (facts) => facts.blocked.size > 0 && facts.leads.some((lead) => isNearBlocked(lead, facts)),
  },
  {
    id: 'disguised-link',
    weight: 4,
    sentence: 'A link is written with letters of another alphabet that look like ours.',
    holds: ({ leads }) => leads.some(({ host }) => isDisguised(host)),
  },
  {
    id: 'link-first',
    weight: 3,
    sentence: 'The title has a link, or the text begins with one.',
    holds: ({ read: [title = '', description = ''] }) => hasIntendedLink(title) || beginsWithLink(description),
  },
  {
    id: 'promises-money',
    weight: 3,
    sentence: 'It promises money, or asks for it in a way that cannot be taken back.',
    holds: ({ read }) => read.some(promisesMoney),
  },
  {
    id: 'same-title-elsewhere',
    weight: 3,
    sentence: 'Other accounts have lately made events with nearly the same title.',
    holds: ({ othersWithTitle }) => othersWithTitle >= MANY_OTHERS,
  },
  {
    id: 'number-link',
    weight: 3,
    sentence: 'A link leads to a number in place of a name.',
    holds: ({ leads }) => leads.some(({ host, isAddress }) => isAddress && /^(?:\d+\.){3}\d+$|^\[/.test(host)),
  },
  {
    id: 'many-an-hour',
    weight: 2,
    sentence: 'The account made more than five events within an hour.',
    holds: ({ madeThatHour }) => madeThatHour >= MANY_AN_HOUR,
  },
  {
    id: 'short-link',
    weight: 2,
    sentence: 'A link goes through a service that hides where it leads.',
    holds: ({ leads }) => leads.some(({ host }) => isShortener(host)),
  },
  {
    id: 'passed-on-link',
    weight: 2,
    sentence: 'A link leads to a site that passes visitors on to another one.',
    holds: ({ leads }) =>
      leads.some(({ host, via }) => via !== null && siteOf(host) !== siteOf(via) && !FILE.test(host)),
  },
  {
    id: 'unseen-letters',
    weight: 2,
    sentence: 'Words are cut by signs that cannot be seen.',
    holds: (facts) => textsOf(facts).some(hasUnseenLetters),
  },
  {
    id: 'unconfirmed-address',
    weight: 2,
    sentence: 'Nobody has confirmed the email address of the account.',
    holds: ({ creator }) => !creator.isConfirmed,
  },
  {
    id: 'phone-number',
    weight: 1,
    sentence: 'There is a phone number in it.',
    holds: ({ read }) => read.some(hasPhoneNumber),
  },
  {
    id: 'shouted-title',
    weight: 1,
    sentence: 'The title is shouted.',
    holds: ({ title }) => isShouted(title),
  },
  {
    id: 'new-account',
    weight: 1,
    sentence: 'The account is less than a day old.',
    holds: ({ creator, now }) => now.getTime() - creator.createdAt.getTime() < NEW_ACCOUNT_HOURS * HOUR,
  },
]

const hastily = new WeakMap<BlockedDomains, ReadonlySet<string>>()

/** Once for all the events that are looked at together. */
function hastyOf(blocked: BlockedDomains): ReadonlySet<string> {
  const known = hastily.get(blocked) ?? new Set([...blocked].map(readHastily))
  hastily.set(blocked, known)
  return known
}

export interface Score {
  score: number
  /** What it is made of, the heaviest first. */
  reasons: { rule: string; weight: number; sentence: string }[]
}

export function scoreOf(facts: Facts): Score {
  const read = textsOf(facts).map(asRead)
  const looked = { ...facts, read, hasty: hastyOf(facts.blocked), leads: read.flatMap(linkTargetsOfRead) }
  const held = RULES.filter(({ holds }) => holds(looked)).toSorted((a, b) => b.weight - a.weight)
  return {
    score: held.reduce((sum, { weight }) => sum + weight, 0),
    reasons: held.map(({ id, weight, sentence }) => ({ rule: id, weight, sentence })),
  }
}
