// The product as `npm start` runs it: a separate process, or several.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { cloneDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { PATIENT, SOON_MS } from './patient.ts'

export interface Started {
  child: ChildProcess
  url: string
  port: number
  lines: string[]
  exit: Promise<number | null>
}

export async function clonedDatabase() {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  return database
}

/** With a database that is there already. */
export const ready = async () => ({
  DATABASE_URL: (await clonedDatabase()).url,
  DATA_DIR: await dataFolder(),
  DEMO: 'off',
})

export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hooley main '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const packageFile = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const { start: START } = (JSON.parse(packageFile) as { scripts: { start: string } }).scripts

/** As `npm start` does, in a shell: the signals that npm passes on reach the shell first. */
export async function launch(env: Record<string, string>): Promise<Started> {
  const port = Number(env.PORT ?? (await freePort()))
  const child = spawn('sh', ['-c', START], {
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, PORT: String(port), ...PATIENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
  }
  const exit = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return { child, url: `http://127.0.0.1:${port}`, port, lines, exit }
}

export async function end({ child, exit }: Started) {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await exit
}

export async function untilReady(started: Started): Promise<Started> {
  const isReady = () => expect(started.lines.join('\n')).toContain('Hooley is ready at')
  await vi.waitFor(isReady, { timeout: 2 * SOON_MS, interval: 20 })
  return started
}

/** For one test: ended when it ends. */
export async function run(env: Record<string, string>): Promise<Started> {
  const started = await launch(env)
  onTestFinished(() => end(started))
  return started
}

export const start = async (env: Record<string, string>) => untilReady(await run(env))
