// Pages: rendered by the built bundle, with a client that calls this same server in process.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createClient, type Caller, type Client } from '../../contract/client.ts'
import type { Made } from '../cache/encoded-answer.ts'
import { pagePolicy, sha256, type PolicyOptions } from './security.ts'

/** What every page needs to know of the server's settings; the same for every visitor. */
export interface PageSettings {
  features: string[]
  imageBase: string
  publicUrl: string
}

export interface Renderer {
  render(url: URL): Promise<Made>
}

interface Rendered {
  response: Response
  body: string
}

type PageHandler = (request: Request, api: Client, settings: PageSettings) => Promise<Rendered>

interface EntryModule {
  createPageHandler: (build: ServerBuild) => PageHandler
}

/** Once for a build: it goes through the whole route table. */
export const pageHandler = (build: ServerBuild): PageHandler =>
  (build.entry.module as unknown as EntryModule).createPageHandler(build)

// entry.server leaves this where the first screen's styles go, so that the first paint needs no second round trip.
const STYLES_MARK = '/*app-styles*/'

/** The picture queues behind scripts otherwise: 150 ms round trips make that seconds. */
const lowerScriptPriority = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

export interface PageOptions {
  /** A caller of this same server for one page, which tells what the page is made of. */
  openCaller: (readsOf: (tags: string[]) => void) => Caller
  settings: PageSettings
  policy: PolicyOptions
}

export interface Styles {
  text: string
  hash: string
}

export const stylesOf = (text: string): Styles => ({ text, hash: sha256(text) })

export async function renderWith(handle: PageHandler, styles: Styles, url: URL, options: PageOptions): Promise<Made> {
  const tags = new Set<string>()
  const api = createClient(options.openCaller((read) => read.forEach((tag) => tags.add(tag))))
  const { response, ...rendered } = await handle(new Request(url), api, options.settings)
  const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
  const headers: Record<string, string> = { 'content-type': type, 'cache-control': 'public, no-cache' }
  const location = response.headers.get('location')
  if (location) headers.location = location
  for (const name of ['x-remix-response', 'x-remix-reload-document']) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  let { body } = rendered
  if (type.startsWith('text/html')) {
    // What stands inside the page is looked at before the styles come in, which are more than half of it.
    body = lowerScriptPriority(body)
    headers['content-security-policy'] = pagePolicy(body, options.policy, [styles.hash])
    body = body.replace(STYLES_MARK, () => styles.text)
  }
  // The cards of a list do not show how many seats are left, so a mere booking does not cost the page.
  tags.delete('counts')
  return { status: response.status, headers, body, tags: [...tags] }
}

export async function createRenderer(buildDir: string, options: PageOptions): Promise<Renderer> {
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const sheets = Object.values(build.assets.routes).flatMap((route) => route?.css ?? [])
  const texts = await Promise.all([...new Set(sheets)].map((href) => readFile(join(buildDir, 'client', href), 'utf8')))
  const styles = stylesOf(texts.join(''))
  const handle = pageHandler(build)
  return { render: (url) => renderWith(handle, styles, url, options) }
}
