import type { MetaDescriptor } from 'react-router'

/** What a page of our own texts says about itself to search engines and where it is shared. */
export const pageMeta = (title: string, description: string): MetaDescriptor[] => [
  { title: `${title} · Hooley` },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
]
