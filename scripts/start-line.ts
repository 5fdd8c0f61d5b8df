// What `npm start` gives to Node, read from the line itself: benchmarks and trust tests run what production runs.
import { readFileSync } from 'node:fs'

const packageFile = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
const { start } = (JSON.parse(packageFile) as { scripts: { start: string } }).scripts

export const NODE_FLAGS = start.split(' ').filter((word) => word.startsWith('--'))
export const PROGRAM = start.split(' ').at(-1) ?? ''
