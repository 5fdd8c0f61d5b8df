// Pages: rendered by the built bundle, with a client that calls this same server in process.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createClient, type Client } from '../../contract/client.ts'
import type { Caller } from '../../contract/http-caller.ts'
import { PageAddresses, type PageQuestion, type PageRoutes } from '../cache/page-address.ts'
import type { Made } from '../cache/prepared-answer.ts'
import type { Tag } from '../cache/tags.ts'
import type { Deps } from '../deps.ts'
import { ownScripts } from './inline-scripts.ts'
import { pagePolicy, sha256, type PolicyOptions } from './security.ts'

/** What every page needs to know of the server's settings; the same for every visitor. */
export interface PageSettings {
  features: string[]
  imageBase: string
  publicUrl: string
  /** Whether tickets are kept on the device. */
  keepsTickets: boolean
  /** Of prices that are paid here. */
  currency: string
  /** Whether places can be paid for here. */
  takesPayments: boolean
}

export const pageSettings = ({ config, storage }: Pick<Deps, 'config' | 'storage'>): PageSettings => ({
  features: [...config.features],
  imageBase: storage.publicBase,
  publicUrl: config.publicUrl,
  keepsTickets: config.serviceWorker,
  currency: config.currency,
  takesPayments: config.features.has('paid-events') && config.payments !== 'off',
})

export interface Renderer {
  /** Which page an address asks for. */
  read(url: string): PageQuestion | Promise<PageQuestion>
  /** Known beforehand in production, for the front door. */
  addresses?: PageAddresses
  render(url: URL, signal: AbortSignal): Promise<Made>
}

interface PageRequest {
  request: Request
  api: Client
  settings: PageSettings
  nonce: string
  report: (error: unknown) => void
  isMissingPageKnown: (page: string) => boolean
}

interface Rendered {
  response: Response
  body: string
  /** Set for 404: which page says so. Its body is empty when it was known. */
  missingPage?: string
}

export type PageHandler = (page: PageRequest) => Promise<Rendered>

interface EntryModule {
  createPageHandler: (build: ServerBuild) => PageHandler
  pageRoutes: (build: ServerBuild, features: readonly string[]) => PageRoutes
}

const entryOf = (build: ServerBuild) => build.entry.module as unknown as EntryModule

/** Once for a build: it goes through the whole route table. */
export const pageHandler = (build: ServerBuild): PageHandler => entryOf(build).createPageHandler(build)

export const pageAddresses = (build: ServerBuild, { features }: Pick<PageSettings, 'features'>) =>
  new PageAddresses(entryOf(build).pageRoutes(build, features))

// entry.server leaves this where the first screen's styles go, so that the first paint needs no second round trip.
const STYLES_MARK = '/*app-styles*/'

/** The picture queues behind scripts otherwise: 150 ms round trips make that seconds. */
const lowerScriptPriority = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

export interface PageOptions {
  /** A caller of this same server for one page, which tells what the page is made of. */
  openCaller: (readsOf: (tags: readonly Tag[]) => void) => Caller
  settings: PageSettings
  policy: PolicyOptions
  /** The operator's own colours, after all of ours. */
  colours?: string
  /** Called with errors of the page itself. */
  report: (error: unknown) => void
}

export interface Styles {
  text: string
  hash: string
}

export const stylesOf = (text: string): Styles => ({ text, hash: sha256(text) })

// One for each page that can say "not found", and what it can say then.
const MAX_MISSING_PAGES = 50
const RETRY_AFTER_SECONDS = '2'
// The last two where a page says so itself (`headers` in app/pages).
const PASSED_ON = ['location', 'x-remix-response', 'x-remix-reload-document', 'cache-control', 'referrer-policy']

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    'cache-control': 'public, no-cache',
  }
  for (const name of PASSED_ON) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  // The database is away: worth a retry soon, and nothing to remember.
  if (response.status === 503)
    Object.assign(headers, { 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' })
  return headers
}

export class PageRenderer {
  readonly #handle: PageHandler
  readonly #styles: Styles
  readonly #options: PageOptions
  /** Addresses without a page are endless, the pages that say so few. */
  readonly #missingPages = new Map<string, Made>()

  constructor(handle: PageHandler, styles: Styles, options: PageOptions) {
    this.#handle = handle
    this.#styles = styles
    this.#options = options
  }

  async render(url: URL, signal: AbortSignal): Promise<Made> {
    const tags = new Set<Tag>()
    const nonce = randomBytes(18).toString('base64url')
    const { response, body, missingPage } = await this.#handle({
      request: new Request(url, { signal }),
      api: createClient(this.#options.openCaller((read) => read.forEach((tag) => tags.add(tag)))),
      settings: this.#options.settings,
      nonce,
      report: this.#options.report,
      isMissingPageKnown: (page) => this.#missingPages.has(page),
    })
    const known = missingPage && this.#missingPages.get(missingPage)
    if (known) return known
    const finished = this.#finish(response, body, nonce)
    // What a page calls private is stored nowhere, here neither.
    const keep = finished.headers['cache-control']?.startsWith('private') ? { keep: false } : {}
    const made = { status: response.status, ...finished, tags: [...tags], ...keep }
    if (missingPage && this.#missingPages.size < MAX_MISSING_PAGES) this.#missingPages.set(missingPage, made)
    return made
  }

  #finish(response: Response, body: string, nonce: string): Pick<Made, 'headers' | 'body'> {
    const headers = headersOf(response)
    if (!headers['content-type']?.startsWith('text/html')) return { headers, body }
    // The page is scanned before the styles are inserted, which are more than half of it.
    const { html, hashes } = ownScripts(lowerScriptPriority(body), nonce)
    const { text, hash } = this.#styles
    headers['content-security-policy'] = pagePolicy(this.#options.policy, { scripts: hashes, styles: [hash] })
    return { headers, body: html.replace(STYLES_MARK, () => text) }
  }
}

export async function createRenderer(buildDir: string, options: PageOptions): Promise<Renderer> {
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const sheets = Object.values(build.assets.routes).flatMap((route) => route?.css ?? [])
  const texts = await Promise.all([...new Set(sheets)].map((href) => readFile(join(buildDir, 'client', href), 'utf8')))
  const pages = new PageRenderer(pageHandler(build), stylesOf([...texts, options.colours ?? ''].join('')), options)
  const addresses = pageAddresses(build, options.settings)
  return { addresses, read: (url) => addresses.read(url), render: (url, signal) => pages.render(url, signal) }
}
