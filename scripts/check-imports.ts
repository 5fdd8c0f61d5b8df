// The direction of imports. dependency-cruiser silently checks nothing when it cannot read the sources, so the count is checked too.
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const config = await extractConfig('./.dependency-cruiser.cjs')
const { output } = await cruise(
  ['contract', 'server', 'app'],
  { ruleSet: config, validate: true, ...config.options },
  undefined,
  {
    tsConfig: extractTsConfig('tsconfig.json'),
  },
)
if (typeof output === 'string') throw new Error('dependency-cruiser gave text where a result was asked for')

const { summary } = output
const sources = output.modules.filter((module) => /^(contract|server|app)\//.test(module.source))
for (const { rule, from, to } of summary.violations) {
  const why = config.forbidden?.find((known) => known.name === rule.name)?.comment ?? ''
  console.error(`${from} must not import ${to} (${rule.name}): ${why}`)
}
if (sources.length < 50) {
  console.error(`Only ${sources.length} files were read; the check is not to be trusted.`)
  process.exit(1)
}

// Files without circles may still be folders with circles: then neither of two nouns can be read without the other.
// Tests may look into whatever they test.
function circlesUnder(root: string): string[] {
  const folderOf = (path: string) => (path.startsWith(root) ? path.slice(root.length).split('/', 1)[0] : undefined)
  const reached = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of sources) {
    const from = folderOf(source)
    if (!from || /\.test\.tsx?$/.test(source)) continue
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved)
      const known = reached.get(from) ?? new Map<string, string>()
      if (to && to !== from) reached.set(from, known.set(to, `${source} imports ${resolved}`))
    }
  }
  const leadsTo = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(reached.get(from)?.keys() ?? [])].some(
      (next) => next === goal || (!seen.has(next) && leadsTo(next, goal, seen.add(next))),
    )
  return [...reached].flatMap(([from, all]) => [...all].flatMap(([to, why]) => (leadsTo(to, from) ? [why] : [])))
}
const circles = ['server/modules/', 'app/features/'].flatMap(circlesUnder)
for (const circle of circles)
  console.error(`${circle}: part of a circle of folders; what both need belongs below both, or they are one`)

if (summary.violations.length > 0 || circles.length > 0) process.exit(1)
console.log(`${sources.length} files, no import against the direction`)
