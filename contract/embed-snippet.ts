// What somebody pastes into their own page to show an event or a creator's events there.

export const EMBED_SIZE = { width: 480, height: 480 }

interface Embed {
  publicUrl: string
  /** Of the page inside the frame. */
  path: string
  title: string
  width?: number
  height?: number
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

/** What can be shown: the part of its page's address before its id. */
export type Embeddable = 'events' | 'creators'

export const embedPath = (id: number, what: Embeddable = 'events') => `/embed/${what}/${id}`

/** The script gives the frame the height of what is in it; without it the frame scrolls. */
export function embedSnippet({ publicUrl, path, title, ...size }: Embed): string {
  const { width, height } = { ...EMBED_SIZE, ...size }
  return (
    `<iframe src="${escaped(publicUrl + path)}" title="${escaped(title)}" width="${width}" height="${height}" ` +
    `style="border:0;width:100%;max-width:${width}px" loading="lazy"></iframe>\n` +
    `<script async src="${escaped(publicUrl)}/embed.js"></script>`
  )
}
