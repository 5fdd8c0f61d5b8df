// Load from outside, as much as goes or so many a second: h2load when it is there (it takes less of the machine than it
// gives), else autocannon in a separate process.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'))

export interface LoadResult {
  perSecond: number
  requests: number
  p50: number
  p99: number
  failures: number
}

export interface LoadOptions {
  url: string
  seconds: number
  connections?: number
  headers?: Record<string, string>
  /** So many a second, all connections together; without it as many as go. */
  rate?: number
}

const hasH2load = (() => {
  try {
    execFileSync('which', ['h2load'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

export const LOAD_TOOL = hasH2load ? 'h2load' : 'autocannon'

/** Its log has a line for each answer: when it was asked for, its status, and the microseconds until its end. */
async function h2load({ url, seconds, connections = 32, headers = {}, rate }: LoadOptions): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-load-'))
  const log = join(folder, 'answers')
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const steady = rate === undefined ? [] : [`--rps=${rate / connections}`]
  const how = ['--h1', '-t1', `-c${connections}`, `-D${seconds}`, `--log-file=${log}`]
  try {
    await run('h2load', [...how, ...steady, ...flags, url])
    const answers = (await readFile(log, 'utf8')).trimEnd().split('\n')
    const cells = answers.map((line) => line.split('\t').map(Number))
    const times = cells.map(([, , microseconds = 0]) => microseconds / 1000).toSorted((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    const failures = cells.filter(([, status = 0]) => status < 200 || status >= 400).length
    return { perSecond: times.length / seconds, requests: times.length, p50: at(0.5), p99: at(0.99), failures }
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface AutocannonResult {
  requests: { total: number }
  latency: { p50: number; p99: number }
  duration: number
  errors: number
  non2xx: number
}

async function autocannon({ url, seconds, connections = 32, headers = {}, rate }: LoadOptions): Promise<LoadResult> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const steady = rate === undefined ? [] : ['-R', String(Math.round(rate))]
  const args = [AUTOCANNON, '--json', '-c', String(connections), '-d', String(seconds), ...steady, ...flags, url]
  const { stdout } = await run(process.execPath, args)
  const { requests, latency, duration, errors, non2xx } = JSON.parse(stdout) as AutocannonResult
  return {
    perSecond: requests.total / duration,
    requests: requests.total,
    p50: latency.p50,
    p99: latency.p99,
    failures: errors + non2xx,
  }
}

export const load = (options: LoadOptions): Promise<LoadResult> => (hasH2load ? h2load(options) : autocannon(options))
