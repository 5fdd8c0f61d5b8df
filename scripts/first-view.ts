// Bytes of the first view of a page, gzipped: all that the document asks for at once; what is imported dynamically comes
// later and is not counted.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1024
/** One sheet is for all pages. */
const CSS_BUDGET = 20 * KB
const SCRIPT_BUDGETS = {
  '/': { route: 'pages/home', bytes: 120 * KB },
  '/events': { route: 'pages/events', bytes: 125 * KB },
  'an event': { route: 'pages/event', bytes: 130 * KB },
}

interface Part {
  module: string
  imports: string[]
  css: string[]
}

interface Manifest {
  entry: Part
  routes: Record<string, Part>
}

const client = fileURLToPath(new URL('../build/client', import.meta.url))

function readManifest() {
  const assets = join(client, 'assets')
  const manifestFile = existsSync(assets) && readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name))
  if (!manifestFile) throw new Error('There is no build to measure: npm run build')

  const text = readFileSync(join(assets, manifestFile), 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  return { manifest, manifestFile }
}

// Zod's own name of a schema, which a minifier leaves as it is.
const ZOD = 'ZodObject'

/**
 * Screens that come with zod, 24 KB and 30 ms of a phone: what checks and asks is imported when it is needed
 * (app/lib/load-api.ts), and one shared constant beside a schema brings it back for all of them.
 */
export function screensWithZod(): string[] {
  const { routes } = readManifest().manifest
  const hasZod = (file: string) => readFileSync(join(client, file), 'utf8').includes(ZOD)
  const files = new Set(Object.values(routes).flatMap(({ module, imports }) => [module, ...imports]))
  const withZod = new Set([...files].filter(hasZod))
  return Object.keys(routes).filter((id) => [routes[id]!.module, ...routes[id]!.imports].some((f) => withZod.has(f)))
}

function firstViewBytes(route: string) {
  const { manifest, manifestFile } = readManifest()
  const { root, [route]: page } = manifest.routes
  if (!root || !page) throw new Error(`The build knows no ${route}`)

  const parts = [manifest.entry, root, page]
  const scripts = new Set([`/assets/${manifestFile}`, ...parts.flatMap(({ module, imports }) => [module, ...imports])])
  const sheets = new Set(parts.flatMap(({ css }) => css))
  const gzipped = (files: Set<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0)
  return { JavaScript: gzipped(scripts), CSS: gzipped(sheets) }
}

interface Measured {
  what: string
  bytes: number
  budget: number
}

/** The scripts of each page that has a budget, and the one style sheet. */
export const measureFirstViews = (): Measured[] => [
  ...Object.entries(SCRIPT_BUDGETS).map(([page, { route, bytes }]) => ({
    what: `JavaScript of ${page}`,
    bytes: firstViewBytes(route).JavaScript,
    budget: bytes,
  })),
  { what: 'CSS', bytes: firstViewBytes('pages/home').CSS, budget: CSS_BUDGET },
]
