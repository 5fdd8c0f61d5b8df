// The browser downloads the calls of a noun when it first makes one. Which file that is, the build writes into
// app/lib/nouns.ts: nouns that contract/api.ts names as downloaded together share one, every other noun has one.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { DOWNLOADED_TOGETHER } from '../contract/api.ts'

const CONTRACT = resolve('contract')
const NOUNS = resolve('app/lib/nouns.ts')
/** Where the file of a group would be. */
const GROUP = resolve('app/lib/nouns-')

/** The file of each noun, as contract/api.ts imports it. */
function filesOfNouns(): Map<string, string> {
  const text = readFileSync(resolve(CONTRACT, 'api.ts'), 'utf8')
  const files = [...text.matchAll(/^import \* as (\w+) from '(\.\/[\w-]+\.ts)'$/gm)]
  return new Map(files.map(([, noun = '', file = '']) => [noun, resolve(CONTRACT, file)]))
}

function loaders(): string {
  const groups = Object.entries<string[]>(DOWNLOADED_TOGETHER).map(([group, nouns]) => ({ group, nouns }))
  const groupOf = (noun: string) => groups.find(({ nouns }) => nouns.includes(noun))?.group
  const byItself = (noun: string, file: string) => `() => import('${file}').then(({ calls }) => ({ ${noun}: calls }))`
  const lines = [...filesOfNouns()].map(([noun, file]) => `${noun}: ${groupOf(noun) ?? byItself(noun, file)},`)
  return `
    ${groups.map(({ group }) => `const ${group} = () => import('${GROUP}${group}.js')`).join('\n')}
    const nouns = { ${lines.join('\n')} }
    export const loadNoun = async (noun) => (await nouns[noun]())[noun]`
}

function membersOf(group: string): string {
  const files = filesOfNouns()
  const nouns: string[] = DOWNLOADED_TOGETHER[group as keyof typeof DOWNLOADED_TOGETHER]
  return nouns.map((noun) => `export { calls as ${noun} } from '${files.get(noun)}'`).join('\n')
}

export const nounFiles: Plugin = {
  name: 'noun-files',
  apply: 'build',
  resolveId: (id) => (id.startsWith(GROUP) ? id : null),
  load(id) {
    if (id === NOUNS) return loaders()
    return id.startsWith(GROUP) ? membersOf(id.slice(GROUP.length, -'.js'.length)) : null
  },
}
