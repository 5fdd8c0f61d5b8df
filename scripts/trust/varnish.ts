// Debian's Varnish with the very configuration of deploy/, and a storage that can be read: what it keeps is in a file.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/test-support/free-port.ts'
import { Missing } from './scenario.ts'
import type { Stack } from './stack.ts'

const PROGRAM = '/usr/sbin/varnishd'

export interface Varnish {
  url: string
  /** Everything that is in its storage. */
  kept(): Promise<Buffer>
}

export async function startVarnish(stack: Stack, hooleyPort: number): Promise<Varnish> {
  if (!existsSync(PROGRAM)) throw new Missing(`${PROGRAM} is not installed`)
  const port = await freePort()
  const folder = join(stack.folder, `varnish-${port}`)
  await mkdir(folder)
  const values: Record<string, string> = { HOOLEY_HOST: '127.0.0.1', HOOLEY_PORT: String(hooleyPort) }
  const text = await readFile('deploy/varnish.vcl', 'utf8')
  const file = join(folder, 'hooley.vcl')
  await writeFile(
    file,
    text.replace(/\$\{(\w+)\}/g, (all, name: string) => values[name] ?? all),
  )
  const storage = join(folder, 'storage')
  // What lives shortly would be kept apart, and compressed text could not be searched.
  const readable = ['-p', 'shortlived=0', '-p', 'http_gzip_support=off']
  const where = ['-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-s', `main=file,${storage},64m`]
  await stack.program([PROGRAM], ['-F', '-j', 'none', '-f', file, ...where, ...readable])
  const url = `http://127.0.0.1:${port}`
  for (let n = 0; n < 200; n++) {
    const isUp = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { url, kept: () => readFile(storage) }
    await wait(100)
  }
  throw new Error('Varnish does not serve.')
}
