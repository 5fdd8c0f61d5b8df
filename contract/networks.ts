// The four networks of Social Settings: how long a text may be there, and the address at which each opens its own form with
// the link to the event in it. Nothing of theirs is loaded and nothing is posted by us.

export const NETWORK_NAMES = ['facebook', 'instagram', 'twitter', 'tiktok'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

interface Network {
  name: string
  /** The most that a text may count. */
  limit: number
  /** Whether its form takes the text; otherwise it is copied by hand. */
  takesText: boolean
  composer: (text: string, url: string) => string
  count: (text: string) => number
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

const characters = (text: string) => [...text].length

// On X an address counts 23 wherever it leads, and most letters outside Latin, Greek, Cyrillic, Hebrew and Arabic count two,
// as an emoji does (docs.x.com, "Counting characters").
const LINK_COUNTS = 23
const LINK = /https?:\/\/\S+/g
const COUNTS_ONE = /[\u0000-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

function countOnX(text: string): number {
  const links = text.match(LINK)?.length ?? 0
  const graphemes = new Intl.Segmenter('en').segment(text.normalize('NFC').replace(LINK, ''))
  let count = links * LINK_COUNTS
  for (const { segment } of graphemes)
    count += EMOJI.test(segment) ? 2 : [...segment].reduce((sum, sign) => sum + (COUNTS_ONE.test(sign) ? 1 : 2), 0)
  return count
}

export const NETWORKS: Record<NetworkName, Network> = {
  facebook: {
    name: 'Facebook',
    limit: 63_206,
    takesText: false,
    composer: (_, url) => `https://www.facebook.com/sharer/sharer.php?u=${encode(url)}`,
    count: characters,
  },
  instagram: {
    name: 'Instagram',
    limit: 2_200,
    takesText: false,
    composer: () => 'https://www.instagram.com/',
    count: characters,
  },
  twitter: {
    name: 'Twitter',
    // 280 with the link and the space before it.
    limit: 280 - LINK_COUNTS - 1,
    takesText: true,
    composer: (text, url) => `https://x.com/intent/post?text=${encode(text)}&url=${encode(url)}`,
    count: countOnX,
  },
  tiktok: {
    name: 'TikTok',
    limit: 2_200,
    takesText: false,
    composer: () => 'https://www.tiktok.com/upload',
    count: characters,
  },
}
