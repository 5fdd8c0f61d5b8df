// The closed vocabulary of architecture.md: where files may stand and how they are called.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { FEATURE_NAMES } from '../contract/features.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
const problems: string[] = []
const code = files.filter((file) => /\.(ts|tsx|css|mjs)$/.test(file) && !file.includes('/migrations/'))

const NOUNS = ['auth', 'users', 'events', 'tickets', 'geo', 'storage']
const MODULE_FILES = /^(routes|queries|commands|policy|emails|[a-z-]+(\.test)?)\.ts$/
const ROOTS = /^(contract|server|app|e2e|bench|docs|scripts|deploy|public|\.ci|\.github)\//
const SAYS_NOTHING = /(^|\/)(utils?|helpers?|misc|common|index|shared)(\.|\/)/
const KEBAB = /^[a-z0-9]+([.-][a-z0-9]+)*\.(ts|tsx|css|mjs)$|^_?[a-z-]+\.module\.css$/

for (const file of code) {
  const name = file.split('/').at(-1) ?? ''
  if (file.includes('/') && !ROOTS.test(file)) problems.push(`${file} stands in none of the roots`)
  if (SAYS_NOTHING.test(file)) problems.push(`${file} has a name that says nothing; name the idea`)
  if (!KEBAB.test(name)) problems.push(`${file} is not in kebab-case`)
  const noun = /^server\/modules\/([^/]+)\//.exec(file)?.[1]
  if (noun && !NOUNS.includes(noun)) problems.push(`${file}: ${noun} is not one of the nouns ${NOUNS.join(', ')}`)
  if (noun && !MODULE_FILES.test(name)) problems.push(`${file} does not belong in a module`)
}

// A feature's flag stands in the list, in its slot and nowhere else.
const flag = new RegExp(`(flagged|useFeature)\\(\\s*['"](${FEATURE_NAMES.join('|')})['"]`)
for (const file of code.filter((name) => /^app\//.test(name) && !/\/slot\.tsx$|\.test\.tsx?$/.test(name))) {
  if (flag.test(readFileSync(file, 'utf8')))
    problems.push(`${file} asks for a feature's flag; that is what slot.tsx is for`)
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${code.length} files, all where they belong`)
