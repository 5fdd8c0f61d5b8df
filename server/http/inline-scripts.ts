// The inline scripts of a rendered page that are ours: those that carry the nonce of this very rendering. Whatever got
// into the page otherwise (a description shown as HTML by mistake) cannot know it, and the policy will not run it.
import { sha256 } from './security.ts'

const END = '</script>'

export interface OwnScripts {
  /** Without the nonce, so that everybody can be handed the same bytes. */
  html: string
  hashes: string[]
}

export function ownScripts(html: string, nonce: string): OwnScripts {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + 1)) {
    const start = html.lastIndexOf('<', at)
    const open = html.indexOf('>', at)
    const tag = html.slice(start, open)
    if (!tag.startsWith('<script ') || tag.includes(' src=')) continue
    hashes.add(sha256(html.slice(open + 1, html.indexOf(END, open))))
  }
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}
