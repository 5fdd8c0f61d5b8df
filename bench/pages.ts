// Public answers from ready bytes against a bare Fastify route that answers the same compressed bytes, each in a process
// of its own, in turns of two seconds, three rounds, medians: what else the machine does hits both alike. Ratios repeat
// within 0.05 on a quiet machine; single rates differ by 20 %. Then half of that load, steadily, for the p99.
import { get } from 'node:http'
import { load, LOAD_TOOL } from './support/load.ts'
import type { Server, Stage } from './support/stage.ts'
import { median, type Row } from './support/table.ts'

const ROUNDS = 3
const SECONDS = 2
const HEADERS = { 'accept-encoding': 'br' }
const P99_MS = 20

interface Compressed {
  base64: string
  headers: Record<string, string>
}

/** fetch would decompress. */
const compressed = (url: string) =>
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

async function measure(server: Server, path: string) {
  const before = await server.ask<NodeJS.CpuUsage>('cpu')
  const result = await load({ url: server.url + path, seconds: SECONDS, headers: HEADERS })
  const after = await server.ask<NodeJS.CpuUsage>('cpu')
  const cpu = (after.user + after.system - before.user - before.system) / result.requests
  if (result.failures > 0) throw new Error(`${path}: ${result.failures} answers failed`)
  return { perSecond: result.perSecond, cpu }
}

async function compare(ours: Server, bare: Server, path: string): Promise<Row[]> {
  await bare.ask('take', { path, ...(await compressed(ours.url + path)) })
  const rounds: { ours: { perSecond: number; cpu: number }; bare: { perSecond: number; cpu: number } }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await measure(ours, path), bare: await measure(bare, path) })
  }
  const figure = median(rounds.map((round) => round.ours.perSecond))
  const limit = median(rounds.map((round) => round.bare.perSecond))
  const steady = await load({ url: ours.url + path, seconds: 4, headers: HEADERS, rate: figure / 2 })
  const micros = (side: 'ours' | 'bare') => median(rounds.map((round) => round[side].cpu)).toFixed(0)
  const note = `${LOAD_TOOL}; CPU of the server ${micros('ours')} µs an answer, bare ${micros('bare')}`
  return [
    { what: `GET ${path}, warm`, figure, unit: '/s', limit, aim: { atLeast: 0.8 }, note },
    { what: `GET ${path}, p99 at half load`, figure: steady.p99, unit: 'ms', limit: P99_MS, aim: { atMost: 1 } },
  ]
}

export async function benchPages(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const ours = await stage.product()
  const bare = await stage.bare()
  const rows: Row[] = []
  for (const path of ['/', '/events', '/events/3000', '/api/all-events?limit=24', '/api/all-events/3000']) {
    say(`  ${path}`)
    rows.push(...(await compare(ours, bare, path)))
  }
  await ours.stop()
  await bare.stop()
  return rows
}
