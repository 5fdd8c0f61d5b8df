// Nothing is kept: each page is rendered and compressed anew. The figure is the CPU time of the server's process, its
// threads included, by answer, after six seconds of warming up (until then V8 compiles), which another process's work hardly changes (10 %); PostgreSQL is not in it. The calls
// behind lists and events are counted by the second, with 16 connections.
import { load } from './support/load.ts'
import type { Stage } from './support/stage.ts'
import type { Row } from './support/table.ts'

const CPU_MS = 5
const CALLS_PER_SECOND = 1_500
const HEADERS = { 'accept-encoding': 'br' }

export async function benchCold(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const server = await stage.product({ withoutCache: true })
  const cpu = () => server.ask<NodeJS.CpuUsage>('cpu')
  const measure = async (path: string, connections: number) => {
    say(`  ${path}`)
    await load({ url: server.url + path, seconds: 6, connections, headers: HEADERS })
    const before = await cpu()
    const result = await load({ url: server.url + path, seconds: 4, connections, headers: HEADERS })
    const after = await cpu()
    const milliseconds = (after.user + after.system - before.user - before.system) / 1000 / result.requests
    return { milliseconds, perSecond: result.perSecond }
  }
  const rows: Row[] = []
  for (const path of ['/', '/events', '/events/3000']) {
    const { milliseconds } = await measure(path, 2)
    rows.push({ what: `GET ${path}, cold, CPU`, figure: milliseconds, unit: 'ms', limit: CPU_MS, aim: { atMost: 1 } })
  }
  for (const path of ['/api/all-events?limit=24', '/api/all-events/3000']) {
    const { perSecond, milliseconds } = await measure(path, 16)
    const note = `CPU of the server ${milliseconds.toFixed(2)} ms an answer`
    rows.push({
      what: `GET ${path}, no cache`,
      figure: perSecond,
      unit: '/s',
      limit: CALLS_PER_SECOND,
      aim: { atLeast: 1 },
      note,
    })
  }
  await server.stop()
  return rows
}
