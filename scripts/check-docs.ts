// Every path that a document names exists, every rule of the product has a row in the map, and every cited heading is there.
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

// A decision record says what holds, why, what was decided and what follows; what no longer holds is merged or deleted.
const MOST_RECORDS = 70
const LEADS = ['Status', 'Context', 'Decision', 'Consequences']
const records = globSync('docs/decisions/*.md')
if (records.length > MOST_RECORDS)
  problems.push(`${records.length} decision records, at most ${MOST_RECORDS}: merge some`)
for (const record of records) {
  const missing = LEADS.filter((lead) => !readFileSync(record, 'utf8').includes(`**${lead}.**`))
  if (missing.length > 0) problems.push(`${record} has no ${missing.join(', ')}`)
}
const numbers = new Set(records.map((record) => record.slice('docs/decisions/'.length).slice(0, 3)))
const mentions = execFileSync('git', ['grep', '-IhoiE', '(decisions?[ /]|records? )[0-9]{3}\\b'], { encoding: 'utf8' })
for (const mention of new Set(mentions.split('\n').filter(Boolean))) {
  if (!numbers.has(mention.slice(-3))) problems.push(`${mention} is cited, and there is no such record`)
}

// Headings of the product's rules, which comments and the map cite as `docs/product/seats.md#offers`.
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
const anchorsOf = (file: string) =>
  existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/^## (.+)$/gm)].map(([, text = '']) => anchorOf(text)) : []
const rules = ['docs/product.md', ...globSync('docs/product/*.md').sort()]
const anchors = new Set(rules.flatMap((file) => anchorsOf(file).map((anchor) => `${file}#${anchor}`)))

const cited = execFileSync(
  'git',
  ['grep', '-IhoE', 'docs/product(/[a-z]+)?\\.md#[a-z0-9-]+', '--', ':!docs', ':!scripts/check-docs.ts'],
  {
    encoding: 'utf8',
  },
)
for (const citation of new Set(cited.split('\n').filter(Boolean))) {
  if (!anchors.has(citation)) problems.push(`${citation} is cited in the code, and there is no such heading`)
}

const MAP = 'docs/spec-map.md'
const map = existsSync(MAP) ? readFileSync(MAP, 'utf8') : ''
for (const anchor of anchors) {
  if (!map.includes(`(${anchor.slice('docs/'.length)})`)) problems.push(`${MAP} has no row for ${anchor}`)
}
for (const [, link = ''] of map.matchAll(/\]\((product[^)]*#[^)]*)\)/g)) {
  if (!anchors.has(`docs/${link}`)) problems.push(`${MAP} links to ${link}, and there is no such heading`)
}
const rows = map.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| rule '))
for (const row of rows) {
  const [, , file = '', test = ''] = row.split('|').map((cell) => cell.trim())
  if (!file.includes('`') || !test.includes('`')) problems.push(`${MAP}: a row names no path: ${row.slice(0, 90)}`)
}

// Each criterion of WCAG 2.2, levels A and AA, has a row that says what shows it, and what a person has to look at has its steps.
const CRITERIA = 55
const SHOWN_BY = /`[^`]+`|\baxe\b|the walk|\*\*person\*\*|not tested yet|none is needed/
const ACCESSIBILITY = 'docs/accessibility.md'
const [criteriaText = '', steps = ''] = readFileSync(ACCESSIBILITY, 'utf8').split('## What needs a person')
const criteria = criteriaText.split('\n').filter((line) => /^\| \d\.\d+\.\d+ /.test(line))
if (criteria.length !== CRITERIA)
  problems.push(`${ACCESSIBILITY} has ${criteria.length} criteria, and WCAG 2.2 has ${CRITERIA}`)
for (const row of criteria) {
  const [, criterion = '', , , test = ''] = row.split('|').map((cell) => cell.trim())
  const number = criterion.split(' ')[0] ?? ''
  if (!SHOWN_BY.test(test)) problems.push(`${ACCESSIBILITY}: nothing shows ${criterion}`)
  if (/\*\*person\*\*|not tested yet/.test(test) && !new RegExp(`[(, ]${number}[,)]`).test(steps))
    problems.push(`${ACCESSIBILITY}: no step for ${criterion}, which a person has to look at`)
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${documents.length} documents and ${rows.length} rules of the product, no path gone`)
