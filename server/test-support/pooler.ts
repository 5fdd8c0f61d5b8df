// PgBouncer in transaction mode in front of the tests' PostgreSQL, whatever database they ask for.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CHILD_ENV } from '../db/embedded/binaries.ts'
import { freePort } from './free-port.ts'

export const PGBOUNCER = '/usr/sbin/pgbouncer'
const START_MS = 10_000
const NOBODY = '65534'

export interface Pooler {
  port: number
  stop: () => Promise<void>
}

/** Few connections for many clients, so that a connection seldom serves the same one twice. */
const configuration = (url: URL, port: number) => `[databases]
* = host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 2000
server_idle_timeout = 3
server_check_query = select 1
autodb_idle_timeout = 5
`

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)))
    socket.on('error', () => resolve(false))
  })

export async function startPooler(postgresUrl: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const port = await freePort()
  await writeFile(file, configuration(new URL(postgresUrl), port))
  // It does not run as root, and its user has to read its settings.
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const prefix = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
  const [command = '', ...args] = [...prefix, PGBOUNCER, '-q', file]
  const child = spawn(command, args, { env: CHILD_ENV, cwd: '/', stdio: 'ignore' })
  const until = Date.now() + START_MS
  while (!(await answers(port))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error(`${PGBOUNCER} does not start`)
    await wait(50)
  }
  return {
    port,
    async stop() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      // It waits for clients that tests have left open.
      const patience = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await gone
      clearTimeout(patience)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
