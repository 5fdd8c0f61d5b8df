// Load from outside: wrk when it is there (it takes less of the machine than it gives), else autocannon in a process of
// its own; a steady rate always comes from autocannon.
import { execFile, execFileSync } from 'node:child_process'
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

const hasWrk = (() => {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

export const LOAD_TOOL = hasWrk ? 'wrk' : 'autocannon'

const milliseconds = (text: string) => {
  const [, value, unit] = /([\d.]+)(us|ms|s|m)/.exec(text) ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit ?? 'ms'] ?? 1)
}

async function wrk({ url, seconds, connections = 32, headers = {} }: LoadOptions): Promise<LoadResult> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...flags, url])
  const found = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? '0'
  return {
    perSecond: Number(found(/Requests\/sec:\s+([\d.]+)/)),
    requests: Number(found(/(\d+) requests in/)),
    p50: milliseconds(found(/50%\s+(\S+)/)),
    p99: milliseconds(found(/99%\s+(\S+)/)),
    failures: Number(found(/Non-2xx or 3xx responses: (\d+)/)) + Number(found(/read (\d+)/)),
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

export const load = (options: LoadOptions): Promise<LoadResult> =>
  hasWrk && options.rate === undefined ? wrk(options) : autocannon(options)
