import { SITE } from '../../contract/site.ts'
import type { MetaDescriptor } from 'react-router'
import type { Settings } from './page-context.ts'

/** What a page of our own texts says about itself to search engines and where it is shared. */
export const pageMeta = (title: string, description: string): MetaDescriptor[] => [
  { title: `${title} · ${SITE.name}` },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
]

interface MetaMatches {
  matches: ({ id: string; loaderData?: unknown } | undefined)[]
}

/** The root's loader data, as meta functions are handed them. */
export const settingsOf = ({ matches }: MetaMatches): Settings | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as Settings | undefined
