// Every path that a document names exists, and every row of the specification map names a file and a test, or says "not yet".
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const problems: string[] = []
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')].filter((file) =>
  existsSync(file),
)

const ROOTS = /^(contract|server|app|e2e|bench|docs|scripts|deploy|public)\/[\w./{},*-]+$/
// What lies about here but is not kept in git is not there for anybody else.
const ignored = new Set(
  execFileSync('git', ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory'], { encoding: 'utf8' })
    .split('\n')
    .map((path) => path.replace(/\/$/, '')),
)
const isKept = (path: string) => {
  const parts = path.replace(/\/$/, '').split('/')
  return existsSync(path) && !parts.some((_, n) => ignored.has(parts.slice(0, n + 1).join('/')))
}

// A path with a placeholder in it names a kind of file, not one.
const isPattern = (path: string) => /[<>*{}…]/.test(path)

for (const document of documents) {
  const text = readFileSync(document, 'utf8')
  for (const [, path = ''] of text.matchAll(/`([^`\s]+)`/g)) {
    if (ROOTS.test(path) && !isPattern(path) && !isKept(path)) problems.push(`${document} names ${path}, which is gone`)
  }
  for (const [, link = ''] of text.matchAll(/\]\(([^)#:\s]+)\)/g)) {
    if (!isKept(join(dirname(document), link))) problems.push(`${document} links to ${link}, which is gone`)
  }
}

const MAP = 'docs/spec-map.md'
const rows = existsSync(MAP)
  ? readFileSync(MAP, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (line|---)/.test(line))
  : []
for (const row of rows) {
  const [, , file = '', test = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
  const isNamed = (cell: string) => cell.includes('`') || /^(not yet|text only)/.test(cell)
  if (!isNamed(file) || !isNamed(test))
    problems.push(`${MAP}: a row names neither a path nor "not yet": ${row.slice(0, 90)}`)
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${documents.length} documents and ${rows.length} rows of the specification map, no path gone`)
