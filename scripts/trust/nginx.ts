// nginx with the very configuration of deploy/, in front of instances of the product.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/test-support/free-port.ts'
import { fillIn } from './fill-in.ts'
import { Missing } from './scenario.ts'
import type { Stack } from './stack.ts'

const MIME_TYPES = '/etc/nginx/mime.types'

export const instanceLines = (ports: number[]) =>
  ports.map((port) => `server 127.0.0.1:${port} max_fails=3 fail_timeout=1s;`).join('\n    ')

export async function startNginx(stack: Pick<Stack, 'folder' | 'program'>, ports: number[]): Promise<string> {
  if (!existsSync(MIME_TYPES)) throw new Missing('/usr/sbin/nginx is not installed')
  const listen = await freePort()
  const run = join(stack.folder, `nginx-${listen}`)
  await mkdir(run)
  const values = { RUN: run, MIME_TYPES, INSTANCES: instanceLines(ports), LISTEN: `127.0.0.1:${listen}` }
  const file = join(run, 'nginx.conf')
  await writeFile(file, fillIn('deploy/nginx.conf', values))
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  await stack.program(
    ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'],
    ['-c', file, '-g', `${user}daemon off;`],
  )
  const url = `http://127.0.0.1:${listen}`
  for (let n = 0; n < 100; n++) {
    if (
      await fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return url
    await wait(50)
  }
  throw new Error(`nginx does not serve: ${await readFile(join(run, 'error.log'), 'utf8').catch(() => '')}`)
}
