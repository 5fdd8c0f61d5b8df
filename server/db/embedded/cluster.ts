import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SettingError } from '../../config.ts'
import { CHILD_ENV } from './binaries.ts'
import { giveToOwner } from './lock.ts'

export const DATABASE = 'hooley'

export type Programs = {
  binDir: string
  prefix: string[]
  /** Of the server, over ours. */
  settings?: Record<string, string>
}

/** The password is made before the cluster, so a start that was killed in between finds and keeps it. */
export async function readOrCreatePassword(folder: string): Promise<string> {
  const file = path.join(folder, 'password')
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim()
  if (existsSync(path.join(folder, 'cluster'))) {
    throw new SettingError(`The password of the database is missing: please restore ${file} from a backup.`)
  }
  const password = randomBytes(24).toString('hex')
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true })
  giveToOwner(folder, `${file}.new`)
  await rename(`${file}.new`, file)
  return password
}

/** All or nothing: the cluster gets its name only when it is whole, its database included. */
export async function createCluster(folder: string, programs: Programs): Promise<void> {
  // A new name each time: the initdb of a killed start may still be writing into the old one.
  const draft = path.join(folder, `draft-${randomBytes(4).toString('hex')}`)
  for (const name of await readdir(folder)) {
    if (name.startsWith('draft-')) await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const options = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const identity = [`--username=${DATABASE}`, '--auth=scram-sha-256', `--pwfile=${path.join(folder, 'password')}`]
  await runProgram(programs, 'initdb', [...options, ...identity, '-D', draft])
  await runProgram(programs, 'postgres', ['--single', '-D', draft, 'postgres'], `CREATE DATABASE ${DATABASE}\n`)
  await rename(draft, path.join(folder, 'cluster'))
}

async function runProgram({ binDir, prefix }: Programs, name: string, args: string[], input = ''): Promise<void> {
  const [command = '', ...rest] = [...prefix, path.join(binDir, name), ...args]
  // Detached, or Ctrl-C would hit it; the folder is then merely unfinished, but the message would be a riddle.
  const child = spawn(command, rest, { env: CHILD_ENV, cwd: '/', detached: true })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  // postgres --single answers a failed statement with ERROR and still ends with 0.
  if (code !== 0 || /^.*(ERROR|FATAL):/m.test(errors)) {
    throw new SettingError(`The database could not be created, ${name} says: ${(errors || output).trim()}`)
  }
}
