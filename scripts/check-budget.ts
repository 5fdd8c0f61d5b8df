// Bytes of the first view of `/`, gzipped, against their budget (issue 7): fails when they grow past it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1024
const BUDGET = { JavaScript: 130 * KB, CSS: 20 * KB }

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
const assets = join(client, 'assets')
const manifestFile = existsSync(assets) && readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name))
if (!manifestFile) throw new Error('There is no build to measure: npm run build')

const text = readFileSync(join(assets, manifestFile), 'utf8')
const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
const { root, 'pages/home': home } = manifest.routes
if (!root || !home) throw new Error('The build knows no home page')

// All that the document asks for at once; what is imported dynamically comes later and is not counted.
const parts = [manifest.entry, root, home]
const scripts = new Set([`/assets/${manifestFile}`, ...parts.flatMap(({ module, imports }) => [module, ...imports])])
const sheets = new Set(parts.flatMap(({ css }) => css))

const gzipped = (files: Set<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0)

const sizes = { JavaScript: gzipped(scripts), CSS: gzipped(sheets) }
let isOver = false
for (const [kind, budget] of Object.entries(BUDGET)) {
  const size = sizes[kind as keyof typeof sizes]
  const line = `${kind} of the first view: ${(size / KB).toFixed(1)} of ${budget / KB} KB gzipped`
  if (size <= budget) console.log(line)
  else console.error(`${line}: over its budget`)
  isOver ||= size > budget
}
console.log(`${scripts.size} scripts, ${sheets.size} sheet(s), which stand in the page`)
if (isOver) process.exit(1)
