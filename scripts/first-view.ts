// Bytes of the first view of `/`, gzipped: all that the document asks for at once; what is imported dynamically comes
// later and is not counted.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1024
export const BUDGET = { JavaScript: 130.5 * KB, CSS: 20 * KB }

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

export function firstViewBytes() {
  const { manifest, manifestFile } = readManifest()
  const { root, 'pages/home': home } = manifest.routes
  if (!root || !home) throw new Error('The build knows no home page')

  const parts = [manifest.entry, root, home]
  const scripts = new Set([`/assets/${manifestFile}`, ...parts.flatMap(({ module, imports }) => [module, ...imports])])
  const sheets = new Set(parts.flatMap(({ css }) => css))
  const gzipped = (files: Set<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0)
  return { JavaScript: gzipped(scripts), CSS: gzipped(sheets), scripts: scripts.size, sheets: sheets.size }
}
