import { textsOf } from '../../screening/facts.ts'
import { linkTargetsOf } from '../../screening/link-targets.ts'
import type { EventRow } from '../events/queries.ts'

/** Where the links of an event lead, each once; through redirects as well. */
export const domainsIn = (row: EventRow): string[] => [
  ...new Set(
    textsOf(row)
      .flatMap(linkTargetsOf)
      .map(({ host }) => host),
  ),
]
