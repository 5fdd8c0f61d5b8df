// The page inside a frame on somebody else's site: HTML and styles alone, without anything of the app. It reads no session,
// stores nothing and changes nothing; booking opens a separate tab.
import { SITE } from '../../../contract/site.ts'
import { escapeHtml } from '../../mail/layout.ts'
import { sha256, type InlineHashes, type PolicyOptions } from '../../http/security.ts'
import { lightDark } from '../../site/colours.ts'

const STYLE = `:root{color-scheme:light dark;--paper:${lightDark('raised')};--ink:${lightDark('ink')};--quiet:${lightDark('quiet')};--line:light-dark(#e7dfd2,#2a3048);--fact:${lightDark('fact')};--accent:${lightDark('accent')};--on-accent:${lightDark('on-accent')};--focus:light-dark(#0b5f5c,#6fd0c8)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}html{background:transparent}
body{margin:0;font:16px/1.45 'Bricolage Grotesque',system-ui,sans-serif;color:var(--ink)}
main{border:1px solid var(--line);border-radius:16px;overflow:hidden;background:var(--paper)}
img{display:block;width:100%;height:auto;aspect-ratio:16/9;object-fit:cover}
.words{padding:16px 20px 18px;overflow-wrap:anywhere}
p,h1,h2{margin:0}a{color:inherit}a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.when{color:var(--fact);font-weight:650}h1{margin:4px 0 6px;font-size:24px;line-height:1.2;text-wrap:balance}
h1 a,li a{text-decoration:none}h1 a:hover,li a:hover{text-decoration:underline}
.quiet{color:var(--quiet)}.state{margin-top:8px;font-weight:650}
.foot{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:12px;margin-top:16px}
.button{display:inline-block;min-height:44px;padding:11px 22px;border-radius:999px;background:var(--accent);color:var(--on-accent);font-weight:650;text-decoration:none}
.brand{display:inline-flex;align-items:center;min-height:44px;gap:6px;color:var(--quiet);text-decoration:none;font-weight:650}
.brand svg{width:18px;height:18px;fill:light-dark(#e8482c,#ff6a4d)}
ul{margin:12px 0 0;padding:0;list-style:none}li{padding:10px 0;border-top:1px solid var(--line)}li strong{display:block}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (min-width:600px){.beside{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr)}.beside img{height:100%;min-height:240px}.beside .words{align-self:center}}`

// Tells the page around it how tall it is, which is no secret, and may be asked again by that page alone. `?theme=` is read
// here, so that the bytes are the same for every site.
const SCRIPT = `{const wish=new URLSearchParams(location.search).get('theme');if(wish==='light'||wish==='dark')document.documentElement.dataset.theme=wish;
const tell=()=>parent.postMessage({hooley:'height',height:Math.ceil(document.body.getBoundingClientRect().height)},'*');
addEventListener('message',(event)=>{if(event.source===parent&&event.data?.hooley==='height?')tell()});
new ResizeObserver(tell).observe(document.body)}`

/** Closed to everything but pictures and what is written in the page itself. */
const closedPolicy = (
  { storageOrigins, imageOrigins, isHttps }: PolicyOptions,
  { scripts, styles }: InlineHashes,
  others: string[],
) =>
  [
    `default-src 'none'`,
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    `img-src 'self' ${[...storageOrigins, ...imageOrigins].join(' ')}`.trim(),
    `base-uri 'none'`,
    `form-action 'none'`,
    ...others,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

const OWN: InlineHashes = { scripts: [sha256(SCRIPT)], styles: [sha256(STYLE)] }

/** Open to frames everywhere. */
export const framePolicy = (options: PolicyOptions) => closedPolicy(options, OWN, ['frame-ancestors *'])

/** Of a sheet to print, or of the words in its place. */
export const sheetPolicy = (options: PolicyOptions, { scripts, styles }: InlineHashes) =>
  closedPolicy(options, { scripts: [...scripts, ...OWN.scripts], styles: [...styles, ...OWN.styles] }, [
    `font-src 'self'`,
    `frame-ancestors 'none'`,
  ])

export const NEW_TAB = 'target="_blank" rel="noopener"'
const SAYS_SO = '<span class="unseen"> (opens in a new tab)</span>'

export const newTab = (url: string, words: string, attributes = '') =>
  `<a href="${escapeHtml(url)}" ${NEW_TAB}${attributes}>${words}${SAYS_SO}</a>`

/** Empty where the operator has a logo: the name says enough. */
export const LOGO = SITE.logo
  ? ''
  : '<svg viewBox="0 0 26 26" aria-hidden="true"><path d="M13 0a13 13 0 0 1 13 13v0a13 13 0 0 1-13 13H4a4 4 0 0 1-4-4v-9A13 13 0 0 1 13 0z"/></svg>'

export const brand = (publicUrl: string) =>
  newTab(`${publicUrl}/?utm_source=embed`, `${LOGO}${escapeHtml(SITE.name)}`, ' class="brand"')

interface FramePage {
  title: string
  body: string
  /** The page of ours that says more; null where there is none. */
  canonical: string | null
}

/** Search engines are led to the page itself. */
export const framePage = ({ title, body, canonical }: FramePage) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}">` : ''}<style>${STYLE}</style></head><body>${body}<script>${SCRIPT}</script></body></html>`
