import type { MetaDescriptor } from 'react-router'
import type { Settings } from './page-context.ts'

interface Words {
  title: string
  description: string
  /** '/events/12' */
  path: string
  /** A full address. */
  image?: string
  type?: 'website' | 'article'
}

interface MetaMatches {
  matches: ({ id: string; loaderData?: unknown } | undefined)[]
}

const DEFAULT_IMAGE = '/images/og-default.png'

/** The root's loader data, as meta functions are handed them. */
export const settingsOf = ({ matches }: MetaMatches): Settings | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as Settings | undefined

/** Title, description, canonical address and what other sites show of a link to here. */
export function linkMeta({ title, description, path, image, type = 'website' }: Words, publicUrl: string) {
  const url = publicUrl + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: 'Hooley' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image ?? publicUrl + DEFAULT_IMAGE },
    { name: 'twitter:card', content: 'summary_large_image' },
  ] satisfies MetaDescriptor[]
}
