import { SITE } from '../../../contract/site.ts'
import type { MetaDescriptor } from 'react-router'
import { feedLinks } from '../../lib/feed-links.ts'
import type { Settings } from '../../lib/page-context.ts'
import { pictureUrl } from '../../lib/pictures.ts'
import { oembedLinks, summary } from './event-meta.ts'
import type { CreatorPage, ShownCreator } from './load-creator.ts'

const NO_INDEX = { name: 'robots', content: 'noindex' }

/** schema.org, for search engines and assistants. */
const jsonLd = ({ id, name, text, pictureUrl: picture }: ShownCreator, { publicUrl, imageBase }: Settings) => ({
  '@context': 'https://schema.org',
  '@type': 'ProfilePage',
  url: `${publicUrl}/creators/${id}`,
  mainEntity: {
    '@type': 'Person',
    name,
    url: `${publicUrl}/creators/${id}`,
    ...(text && { description: text }),
    ...(picture && { image: new URL(pictureUrl(imageBase, picture), publicUrl).href }),
  },
})

export function creatorMeta(page: CreatorPage | undefined, settings: Settings | undefined): MetaDescriptor[] {
  const creator = page?.creator
  if (!creator || !settings) return [{ title: `Creator not found · ${SITE.name}` }, NO_INDEX]
  const { id, name, text } = creator
  const description = summary(text) || `Events by ${name} on ${SITE.name}.`
  const meta = [
    { title: `${name} · ${SITE.name}` },
    { name: 'description', content: description },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    ...feedLinks(`/feeds/creators/${id}`, '', `Events by ${name}`),
  ]
  // A cursor's page changes from day to day, and what is over is found by itself.
  if (!page.isFirst || page.list === 'past') return [...meta, NO_INDEX]
  const url = `${settings.publicUrl}/creators/${id}`
  return [...meta, ...oembedLinks(name, url, settings), { 'script:ld+json': jsonLd(creator, settings) }]
}
