// What the pages have in common that are shown without a network. Each is one file without a script.
import { SITE } from '../../../contract/site.ts'

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Of an element that holds a title. */
export const writtenIn = (language: string | undefined) =>
  ` dir="auto"${language ? ` lang="${escaped(language)}"` : ''}`

/** '7:30 PM' is not broken before PM. */
export const unbroken = (times: string) => times.replace(/ (?=[AP]M\b)/g, '\u00a0')

/** The palette of styles/tokens.css, and what both pages look like. */
export const BASE_STYLE = `:root{color-scheme:light dark;--paper:light-dark(#fbf6ee,#0e1220);--raised:light-dark(#fff,#171c2e);--ink:light-dark(#1a1d29,#f4efe6);--quiet:light-dark(#5d6070,#a3a8bc);--line:light-dark(#e7dfd2,#2a3048);--fact:light-dark(#0b5f5c,#6fd0c8)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0;padding:20px;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:440px;margin:auto;display:grid;gap:16px}p,h1,ul{margin:0;padding:0}h1{font-size:1.75rem;line-height:1.15}a{color:inherit}
.when{color:var(--fact);font-weight:600}.quiet{color:var(--quiet)}nav{display:flex;flex-wrap:wrap;gap:8px}nav a{display:flex;align-items:center;min-height:46px;padding:0 20px;border:1px solid var(--quiet);border-radius:24px;font-weight:600;text-decoration:none}`

interface Parts {
  title: string
  style: string
  body: string
  theme?: string
}

export const htmlPage = ({ title, style, body, theme = 'system' }: Parts) =>
  `<!doctype html><html lang="en"${theme === 'system' ? '' : ` data-theme="${escaped(theme)}"`}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)} · ${escaped(SITE.name)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`

/** Nothing may be loaded or run; the one style is known by its hash. */
export async function pageHeaders(style: string): Promise<Record<string, string>> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
