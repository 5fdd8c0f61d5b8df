// From a request's address to the question it asks: one key for each page, whatever its spelling. Only the parts of the
// query that the page's route declares count; anything else (fbclid, a reset token) must neither fill the memory with
// copies nor get into a page that is handed to others.

/** A page's route, from the build. */
export interface PageMatch {
  /** Of the routes from the root to the page. */
  ids: readonly string[]
  /** 'events/:eventId'; '*' where no page is. */
  pattern: string
  params: Readonly<Record<string, string | undefined>>
  query: readonly string[]
  /** Set where the rendered page does not depend on the path's parameters: pages of one variant share their bytes. */
  variant?: string
}

export interface PageRoutes {
  match: (path: string) => PageMatch | null
  /** Every part of a query that any page declares. */
  queryNames: readonly string[]
}

export type PageQuestion =
  | { kind: 'page' | 'unknown'; key: string; address: string }
  /** Another spelling of a page. */
  | { kind: 'moved'; to: string }

/** React Router asks for a page's data at this address, and names the routes whose data it wants. */
const DATA = '.data'
const ROUTES = '_routes'

/** All addresses without a page share one. */
const unknown = (suffix: string): PageQuestion => ({ kind: 'unknown', key: `*${suffix}`, address: `/404${suffix}` })

function segmentsOf(path: string): string[] | null {
  const segments = path.split('/').filter(Boolean)
  try {
    // A URL parser would resolve dots, and so name another page than the router does.
    return segments.some((segment) => /^\.\.?$/.test(decodeURIComponent(segment))) ? null : segments
  } catch {
    return null
  }
}

/** The router hands on an encoded slash as it is, so that it stays inside its segment. */
const encodeSegment = (text: string) => encodeURIComponent(text.replaceAll('%2F', '/'))

const encodeParam = (text: string) => (/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : encodeSegment(text))

function canonicalPath({ pattern, params }: PageMatch): string {
  const segments = pattern.split('/').flatMap((segment) => {
    if (segment === '*') return (params['*'] ?? '').split('/').filter(Boolean).map(encodeSegment)
    // ':reference?' may be left out.
    return segment.startsWith(':') ? encodeParam(params[segment.slice(1).replace(/\?$/, '')] ?? '') : segment
  })
  return `/${segments.filter(Boolean).join('/')}`
}

/** '/events.data' and '/_.data', which is the home page's. */
const pathOfData = (path: string) => path.slice(0, path.endsWith(`/_${DATA}`) ? -DATA.length - 1 : -DATA.length)

const dataAddress = (path: string) => (path === '/' ? `/_${DATA}` : path + DATA)

function declaredQuery(match: PageMatch, query: string, isData: boolean): string {
  if (query === '') return ''
  const given = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of match.query) {
    const value = given.get(name)
    if (value !== null) kept.set(name, value)
  }
  const wanted = isData ? new Set(given.get(ROUTES)?.split(',')) : new Set()
  const routes = match.ids.filter((id) => wanted.has(id))
  if (routes.length > 0) kept.set(ROUTES, routes.join(','))
  return kept.size > 0 ? `?${kept.toString()}` : ''
}

export class PageAddresses {
  readonly #routes: PageRoutes
  readonly #names: readonly string[]

  constructor(routes: PageRoutes) {
    this.#routes = routes
    this.#names = [...routes.queryNames, ROUTES]
  }

  read(url: string): PageQuestion {
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    const query = at < 0 ? '' : url.slice(at + 1)
    const isData = path.endsWith(DATA)
    const segments = segmentsOf(isData ? pathOfData(path) : path)
    const match = segments && this.#routes.match(`/${segments.join('/')}`)
    if (!match || match.pattern === '*') return unknown(isData ? DATA : '')
    const canonical = canonicalPath(match)
    if (!isData && canonical !== path) return { kind: 'moved', to: canonical + url.slice(path.length) }
    const address = (isData ? dataAddress(canonical) : canonical) + declaredQuery(match, query, isData)
    if (match.variant === undefined) return { kind: 'page', key: address, address }
    const rest = address.slice(canonical.length)
    return { kind: 'page', key: `${match.ids.at(-1)} ${match.variant} ${rest}`, address }
  }

  /** Where the answer is kept if it is; cheaper than reading the address, for the front door. */
  keyOf(url: string): string | undefined {
    const at = url.indexOf('?')
    if (at < 0) return url
    const given = new URLSearchParams(url.slice(at + 1))
    if (!this.#names.some((name) => given.has(name))) return url.slice(0, at)
    const question = this.read(url)
    // What is no page may be something else that the server knows: a feed has the same parts in its query.
    return question.kind === 'page' ? question.key : undefined
  }
}
