import type { EventRow } from '../events/queries.ts'

const ADDRESS = /https?:\/\/[^\s<>"')\]]+/giu

/** Where the links of an event lead, each once. */
export function domainsIn({ title, description, venue, artistDescription, organizerDescription }: EventRow): string[] {
  const texts = [title, description, venue, artistDescription, organizerDescription].join('\n')
  const hosts = (texts.match(ADDRESS) ?? []).flatMap((address) =>
    URL.canParse(address) ? [new URL(address).hostname.replace(/^www\./, '')] : [],
  )
  return [...new Set(hosts)]
}
