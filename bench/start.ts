// What npm start runs, on the data folder that is already there: from the call to the first 200 of
// /api/ready, and the memory of that process two seconds later. The best of three: a start can only be disturbed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS, PROGRAM } from '../scripts/start-line.ts'
import { freePort } from '../server/test-support/free-port.ts'
import type { Stage } from './support/stage.ts'
import type { Row } from './support/table.ts'

const START_MS = 2_000
const MEMORY_MB = 180
const TRIES = 3

const isReady = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

async function startOnce({ databaseUrl, dataDir }: Stage) {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }
  const from = performance.now()
  const main = fileURLToPath(new URL(`../${PROGRAM}`, import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, main], { env, stdio: 'ignore' })
  while (!(await isReady(`http://127.0.0.1:${port}/api/ready`))) await wait(10)
  const milliseconds = performance.now() - from
  await fetch(`http://127.0.0.1:${port}/`)
  await wait(2_000)
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { milliseconds, megabytes }
}

export async function benchStart(stage: Stage): Promise<Row[]> {
  const starts: Awaited<ReturnType<typeof startOnce>>[] = []
  for (let n = 0; n < TRIES; n++) starts.push(await startOnce(stage))
  const best = (pick: 'milliseconds' | 'megabytes') => Math.min(...starts.map((start) => start[pick]))
  return [
    {
      what: 'start with an existing database',
      figure: best('milliseconds'),
      unit: 'ms',
      limit: START_MS,
      aim: { atMost: 1 },
    },
    { what: 'memory after the start', figure: best('megabytes'), unit: 'MB', limit: MEMORY_MB, aim: { atMost: 1 } },
  ]
}
