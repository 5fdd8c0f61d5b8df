// Debian's khal as a guest's calendar: it takes the files of our emails, and what it keeps is read back.
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export function hasKhal(): boolean {
  try {
    execFileSync('khal', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const settingsFor = (folder: string) => `[calendars]
[[guest]]
path = ${folder}/kept
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M
longdatetimeformat = %Y-%m-%dT%H:%M
local_timezone = UTC
default_timezone = UTC
[sqlite]
path = ${folder}/khal.db
`

export interface KeptEntry {
  uid: string
  title: string
  start: string
  status: string
}

export async function openKhal() {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-khal-'))
  const config = join(folder, 'config')
  await mkdir(join(folder, 'kept'))
  await writeFile(config, settingsFor(folder))
  const khal = async (...args: string[]) => {
    const { stdout } = await run('khal', ['-c', config, ...args], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    return stdout
  }
  return {
    /** As if the guest had opened the file of the email. */
    async take(content: string) {
      const file = join(folder, 'event.ics')
      await writeFile(file, content)
      await khal('import', '--batch', '-a', 'guest', file)
    },
    /** What it shows of these days. */
    async list(from: Date, days: number): Promise<KeptEntry[]> {
      const format = '{uid}\t{title}\t{start}\t{status}'
      const shown = await khal('list', '--format', format, from.toISOString().slice(0, 10), `${days}d`)
      return shown.split('\n').flatMap((line) => {
        const [uid = '', title = '', start = '', status = ''] = line.split('\t')
        return line.includes('\t') ? [{ uid, title, start, status: status.trim() }] : []
      })
    },
    /** The files that it keeps. */
    async kept(): Promise<string[]> {
      const names = await readdir(join(folder, 'kept'))
      return Promise.all(names.map((name) => readFile(join(folder, 'kept', name), 'utf8')))
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
