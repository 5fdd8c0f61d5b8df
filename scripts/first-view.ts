// Bytes of the first view of `/`, gzipped: all that the document asks for at once; what is imported dynamically comes
// later and is not counted.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1024
export const BUDGET = { JavaScript: 130 * KB, CSS: 20 * KB }

interface Part {
  module: string
  imports: string[]
  css: string[]
}

interface Manifest {
  entry: Part
  routes: Record<string, Part>
}

export function firstViewBytes() {
  const client = fileURLToPath(new URL('../build/client', import.meta.url))
  const assets = join(client, 'assets')
  const manifestFile = existsSync(assets) && readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name))
  if (!manifestFile) throw new Error('There is no build to measure: npm run build')

  const text = readFileSync(join(assets, manifestFile), 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const { root, 'pages/home': home } = manifest.routes
  if (!root || !home) throw new Error('The build knows no home page')

  const parts = [manifest.entry, root, home]
  const scripts = new Set([`/assets/${manifestFile}`, ...parts.flatMap(({ module, imports }) => [module, ...imports])])
  const sheets = new Set(parts.flatMap(({ css }) => css))
  const gzipped = (files: Set<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0)
  return { JavaScript: gzipped(scripts), CSS: gzipped(sheets), scripts: scripts.size, sheets: sheets.size }
}
