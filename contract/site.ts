// What this installation calls itself. The server sets it before anything else is loaded (server/main.ts); the first script of
// a page says it to the browser, unless it is the default. So texts can be constants, and no bundle has another name in it.

export interface Site {
  name: string
  supportEmail: string
  /** Who runs it, for the footer: a name, or a name and an address. */
  operator: string
  /** In social networks; '': no links to them. */
  handle: string
  /** Pages that the operator has written: those of DATA_DIR/site. */
  pages?: string[]
  /** Its address below /site; undefined: ours. */
  logo?: string
  /** Shown beside a link to a page that has no picture itself; '': none. */
  picture: string
  /** The colour of the browser's own bars, light and dark. */
  paper: [string, string]
  /** Raised when share cards are drawn another way, so that they have other addresses. */
  cards: number | string
}

const DEFAULTS: Site = {
  name: 'Hooley',
  supportEmail: 'support@hooley.example',
  operator: 'Hooley, from Ireland',
  handle: 'hooley.example',
  picture: '/images/og-default.png',
  paper: ['#fbf6ee', '#0e1220'],
  cards: 1,
}

const holder = globalThis as { hooleySite?: Partial<Site> }

export const SITE: Site = { ...DEFAULTS, ...holder.hooleySite }

/** Once, at the start, before what has texts is imported; the pages' bundle has a copy of this file and reads it there. */
export function nameSite(site: Partial<Site>): void {
  holder.hooleySite = site
  Object.assign(SITE, site)
}

/** Says it to the browser, before any other script of a page or a worker; '': nothing was set. */
export const siteScript = (): string =>
  holder.hooleySite ? `self.hooleySite=${JSON.stringify(holder.hooleySite).replaceAll('<', '\\u003c')};` : ''
