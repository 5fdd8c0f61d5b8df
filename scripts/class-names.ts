// Names of classes in what is built: four letters, and two classes never have the same.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 4

const taken = new Map<string, string>()

/** The same name in both builds, the server's and the browser's, so it depends on nothing but the file and the class. */
export function classNameOf(name: string, file: string): string {
  const whose = `${relative(process.cwd(), file.split('?', 1)[0] ?? file)} ${name}`
  const bytes = createHash('sha256').update(whose).digest().subarray(0, LENGTH)
  const short = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
  const other = taken.get(short)
  if (other !== undefined && other !== whose)
    throw new Error(`${whose} and ${other} would have the same name when built: rename one.`)
  taken.set(short, whose)
  return short
}
