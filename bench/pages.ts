// Public answers from ready bytes against a bare Fastify route that answers the same compressed bytes, each in a process
// of its own, in turns of one second, nine rounds: what else the machine does hits both of a round alike. The row is the
// round with the median ratio, which repeats within 0.1; single rates differ by a third. Then half of that rate, steadily,
// for the p99.
import { get } from 'node:http'
import { load, LOAD_TOOL } from './support/load.ts'
import type { Server, Stage } from './support/stage.ts'
import { typicalOf, WITHOUT_LIMITS, type Row } from './support/table.ts'

const ROUNDS = 9
const SECONDS = 1
const STEADY_SECONDS = 5
const HEADERS = { 'accept-encoding': 'br' }
const P99_MS = 20

interface Compressed {
  base64: string
  headers: Record<string, string>
}

/** fetch would decompress. */
export const compressed = (url: string) =>
  new Promise<Compressed>((resolve, reject) => {
    get(url, { headers: HEADERS }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { 'content-type': type = '', 'content-encoding': encoding = '' } = response.headers
        resolve({
          base64: Buffer.concat(chunks).toString('base64'),
          headers: { 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) },
        })
      })
    }).on('error', reject)
  })

interface Measured {
  perSecond: number
  /** Microseconds of the server's process, by answer. */
  cpu: number
}

const ratio = ({ ours, bare }: { ours: Measured; bare: Measured }) => ours.perSecond / bare.perSecond

async function measure(server: Server, path: string): Promise<Measured> {
  const before = await server.ask<NodeJS.CpuUsage>('cpu')
  const result = await load({ url: server.url + path, seconds: SECONDS, headers: HEADERS })
  const after = await server.ask<NodeJS.CpuUsage>('cpu')
  const cpu = (after.user + after.system - before.user - before.system) / result.requests
  if (result.failures > 0) throw new Error(`${path}: ${result.failures} answers failed`)
  return { perSecond: result.perSecond, cpu }
}

async function compare(ours: Server, bare: Server, path: string): Promise<Row[]> {
  await bare.ask('take', { path, ...(await compressed(ours.url + path)) })
  const rounds: { ours: Measured; bare: Measured }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    rounds.push({ ours: await measure(ours, path), bare: await measure(bare, path) })
  }
  // In the first round both are still being compiled.
  const compiled = rounds.slice(1)
  const typical = typicalOf(compiled, ratio)
  const { perSecond: figure } = typical.ours
  const steady = await load({ url: ours.url + path, seconds: STEADY_SECONDS, headers: HEADERS, rate: figure / 2 })
  const ratios = compiled.map(ratio)
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const note = `${LOAD_TOOL}; ratios from ${spread}; CPU of the server ${typical.ours.cpu.toFixed(0)} µs an answer, bare ${typical.bare.cpu.toFixed(0)}`
  return [
    { what: `GET ${path}, warm`, figure, unit: '/s', limit: typical.bare.perSecond, aim: { atLeast: 0.8 }, note },
    { what: `GET ${path}, p99 at half load`, figure: steady.p99, unit: 'ms', limit: P99_MS, aim: { atMost: 1 } },
  ]
}

const PAGES = ['/', '/events', '/events/3000']
// One address may not ask so often: they are measured without limits, and say so.
const CALLS = ['/api/all-events?limit=24', '/api/all-events/3000']

export async function benchPages(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = []
  for (const [paths, withoutLimits] of [
    [PAGES, false],
    [CALLS, true],
  ] as const) {
    const ours = await stage.product({ withoutLimits })
    const bare = await stage.bare()
    for (const path of paths) {
      say(`  ${path}`)
      const compared = await compare(ours, bare, path)
      rows.push(...compared.map((row) => (withoutLimits ? { ...row, what: `${row.what}, ${WITHOUT_LIMITS}` } : row)))
    }
    await ours.stop()
    await bare.stop()
  }
  return rows
}
