// Pages: rendered by the built bundle, with a client that calls this same server in process.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Client } from '../../contract/client.ts'
import type { Made } from './ready-bytes.ts'
import { pagePolicy, type PolicyOptions } from './security.ts'

/** What every page needs to know of the server's settings; the same for every visitor. */
export interface PageSettings {
  features: string[]
  imageBase: string
  publicUrl: string
}

export interface Renderer {
  render(url: URL): Promise<Made>
}

interface EntryModule {
  createPageHandler: (
    build: ServerBuild,
  ) => (request: Request, api: Client, settings: PageSettings) => Promise<Response>
}

// entry.server leaves this where the first screen's styles go, so that the first paint needs no second round trip.
const STYLES_MARK = '/*app-styles*/'

const tagsOf = (path: string) => {
  const id = /^\/events\/(\d+)/.exec(path)?.[1]
  return id ? [`event:${id}`] : ['lists']
}

/** The picture queues behind scripts otherwise: 150 ms round trips make that seconds. */
const lowerScriptPriority = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

export interface PageOptions {
  api: Client
  settings: PageSettings
  policy: PolicyOptions
}

export async function renderWith(build: ServerBuild, styles: string, url: URL, options: PageOptions): Promise<Made> {
  const { createPageHandler } = build.entry.module as unknown as EntryModule
  const response = await createPageHandler(build)(new Request(url), options.api, options.settings)
  const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
  const headers: Record<string, string> = { 'content-type': type, 'cache-control': 'public, no-cache' }
  const location = response.headers.get('location')
  if (location) headers.location = location
  for (const name of ['x-remix-response', 'x-remix-reload-document']) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  let body = await response.text()
  if (type.startsWith('text/html')) {
    body = lowerScriptPriority(body.replace(STYLES_MARK, () => styles))
    headers['content-security-policy'] = pagePolicy(body, options.policy)
  }
  return { status: response.status, headers, body, tags: tagsOf(url.pathname) }
}

export async function createRenderer(buildDir: string, options: PageOptions): Promise<Renderer> {
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const sheets = Object.values(build.assets.routes).flatMap((route) => route?.css ?? [])
  const texts = await Promise.all([...new Set(sheets)].map((href) => readFile(join(buildDir, 'client', href), 'utf8')))
  const styles = texts.join('')
  return { render: (url) => renderWith(build, styles, url, options) }
}
