// The product as `npm start` runs it, with so many workers: processes of their own, whose processor time is read from /proc.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { freePort } from '../../server/test-support/free-port.ts'
import { NODE_FLAGS } from '../../scripts/start-line.ts'
import type { Stage } from './stage.ts'

const TICKS_PER_SECOND = 100

export interface RunningCrew {
  workers: number
  port: number
  url: string
  /** Of the primary and all workers, in microseconds since they started. */
  cpu(): number
  stop(): Promise<void>
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

async function untilReady(child: ChildProcess) {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`The server does not start: ${said}`)))
  const ready = (async () => {
    while (!said.includes('Hooley is ready')) await once(child.stdout!, 'data')
  })()
  await Promise.race([ready, gone])
  gone.catch(() => undefined)
}

export async function startCrew({ databaseUrl, dataDir }: Stage, workers: number): Promise<RunningCrew> {
  const port = await freePort()
  const env = {
    ...{ PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    ...{ PORT: String(port), WORKERS: String(workers), TRUST_PROXY: '1' },
  }
  const child = spawn(process.execPath, [...NODE_FLAGS, 'server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  await untilReady(child)
  const pid = child.pid ?? 0
  return {
    workers,
    port,
    url: `http://127.0.0.1:${port}`,
    cpu: () => ([pid, ...childrenOf(pid)].reduce((sum, one) => sum + ticksOf(one), 0) / TICKS_PER_SECOND) * 1e6,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
