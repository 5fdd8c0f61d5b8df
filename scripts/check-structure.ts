// Where files may be and what they may be called. The names inside a module are a closed list: module-vocabulary.ts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FEATURE_NAMES } from '../contract/features.ts'
import { ROLES, WORDS } from './module-vocabulary.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
const problems: string[] = []
const code = files.filter((file) => /\.(ts|tsx|css|mjs)$/.test(file) && !file.includes('/migrations/'))

const NOUNS = [...readFileSync('server/modules.ts', 'utf8').matchAll(/'\.\/modules\/([a-z-]+)\/module\.ts'/g)].map(
  ([, noun = '']) => noun,
)
// A test is named after a rule of the product, which need not be a file's name.
const MODULE_TEST = /^[a-z-]+\.test\.ts$/
const ROOTS = /^(contract|server|app|e2e|bench|docs|scripts|deploy|public|\.ci|\.github)\//
const SAYS_NOTHING = /(^|\/)(utils?|helpers?|misc|common|index|shared)(\.|\/)/
const KEBAB = /^[a-z0-9]+([.-][a-z0-9]+)*\.(ts|tsx|css|mjs)$|^_?[a-z-]+\.module\.css$/

for (const file of code) {
  const name = file.split('/').at(-1) ?? ''
  if (file.includes('/') && !ROOTS.test(file)) problems.push(`${file} is in none of the folders that code may be in`)
  if (SAYS_NOTHING.test(file)) problems.push(`${file} has a name that says nothing; name the idea`)
  if (!KEBAB.test(name)) problems.push(`${file} is not in kebab-case`)
  const noun = /^server\/modules\/([^/]+)\//.exec(file)?.[1]
  if (!noun) continue
  if (!NOUNS.includes(noun)) problems.push(`${file}: ${noun} is not a module of server/modules.ts`)
  const word = name.replace(/\.ts$/, '')
  if (!MODULE_TEST.test(name) && !ROLES.includes(word) && !WORDS[noun]?.includes(word))
    problems.push(`${file}: ${word} is not a word of this module; see scripts/module-vocabulary.ts`)
}

// Most are far smaller, but one file that reads from top to bottom is better than three that must be read together.
const MOST_LINES = 400
const MOST_LINES_OF_TESTS = 500
// A file of a few lines that is only read beside another is better a part of it.
const FEW_LINES = 15
const MOST_SMALL_FILES = 100
const OF_TESTS = /\.(test|spec)\.tsx?$|^server\/test-support\//
const MEDIAN = 65
const sizes = code.map((file) => {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1
  const most = OF_TESTS.test(file) ? MOST_LINES_OF_TESTS : MOST_LINES
  if (lines > most) problems.push(`${file} has ${lines} lines; ${most} is the most`)
  return lines
})
const small = code.filter((file, index) => !OF_TESTS.test(file) && (sizes[index] ?? 0) < FEW_LINES).length
if (small > MOST_SMALL_FILES)
  problems.push(`${small} files have fewer than ${FEW_LINES} lines; ${MOST_SMALL_FILES} is the most: join some`)
const median = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0
if (median > MEDIAN) problems.push(`the median of all files is ${median} lines; ${MEDIAN} is the most`)

for (const [noun, words] of Object.entries(WORDS)) {
  const unused = words.filter((word) => !files.includes(`server/modules/${noun}/${word}.ts`))
  for (const word of unused) problems.push(`scripts/module-vocabulary.ts: ${noun} has no file ${word}.ts any more`)
}

// A feature's flag is named in the list and in its slot, and nowhere else.
const flag = new RegExp(`(flagged|useFeature)\\(\\s*['"](${FEATURE_NAMES.join('|')})['"]`)
for (const file of code.filter((name) => /^app\//.test(name) && !/\/slot\.tsx$|\.test\.tsx?$/.test(name))) {
  if (flag.test(readFileSync(file, 'utf8')))
    problems.push(`${file} asks for a feature's flag; that is what slot.tsx is for`)
}

// So that bringing a feature alive touches its own folder. The working past bookings bring their slot with them.
for (const feature of FEATURE_NAMES) {
  if (!files.includes(`app/features/${feature}/slot.tsx`)) problems.push(`app/features/${feature} has no slot.tsx`)
}

// A class that its style sheet does not have leaves a screen unstyled; a class that no screen uses is dead.
const sheets = new Map<string, { used: Set<string>; isByName: boolean }>()
for (const file of code.filter((name) => /^app\/.*\.tsx?$/.test(name))) {
  const text = readFileSync(file, 'utf8')
  for (const [, name = '', path = ''] of text.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)) {
    const sheet = join(dirname(file), path)
    const use = sheets.get(sheet) ?? { used: new Set(), isByName: false }
    sheets.set(sheet, use)
    const rest = text.replaceAll(/^import .*$/gm, '')
    for (const [, style = ''] of rest.matchAll(new RegExp(`\\b${name}\\.(\\w+)\\b(?!\\()`, 'g'))) use.used.add(style)
    if (rest.includes(`${name}[`)) use.isByName = true
  }
}
for (const [sheet, { used, isByName }] of sheets) {
  const text = readFileSync(sheet, 'utf8').replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)|'[^']*'|url\([^)]*\)/g, '')
  const styles = new Set([...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, style = '']) => style))
  for (const style of used) if (!styles.has(style)) problems.push(`${sheet} has no .${style}, but a screen uses it`)
  for (const style of styles)
    if (!isByName && !used.has(style)) problems.push(`${sheet} has .${style}, but no screen uses it`)
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(
  `${code.length} files, all where they belong, with a median of ${median} lines; ${small} have fewer than ${FEW_LINES}`,
)
