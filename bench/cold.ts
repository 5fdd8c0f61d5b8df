// Nothing is kept: each page is rendered and compressed each time. The figure is the CPU time of the server's process, its
// threads included, by answer, after eight seconds of each page (until then V8 compiles); the pages take turns of two
// seconds, five rounds, medians. What else the machine does changes it by a third; PostgreSQL is not in it. The calls
// behind lists and events are counted by the second, with 16 connections.
import { load } from './support/load.ts'
import type { Stage } from './support/stage.ts'
import { median, WITHOUT_LIMITS, type Row } from './support/table.ts'

const CPU_MS = 5
const CALLS_PER_SECOND = 1_500
const HEADERS = { 'accept-encoding': 'br' }
const PAGES = ['/', '/events', '/events/3000']
const CALLS = ['/api/all-events?limit=24', '/api/all-events/3000']
const ROUNDS = 5

export async function benchCold(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  let server = await stage.product({ withoutCache: true })
  const cpu = () => server.ask<NodeJS.CpuUsage>('cpu')
  const measure = async (path: string, connections: number, seconds: number) => {
    const before = await cpu()
    const { perSecond, requests } = await load({ url: server.url + path, seconds, connections, headers: HEADERS })
    const after = await cpu()
    return { milliseconds: (after.user + after.system - before.user - before.system) / 1000 / requests, perSecond }
  }

  for (const path of PAGES) {
    say(`  ${path}, warming up`)
    await measure(path, 2, 8)
  }
  const figures = PAGES.map((path) => ({ path, rounds: [] as number[] }))
  for (let round = 1; round <= ROUNDS; round++) {
    say(`  pages, round ${round} of ${ROUNDS}`)
    for (const { path, rounds } of figures) rounds.push((await measure(path, 2, 2)).milliseconds)
  }
  const rows: Row[] = figures.map(({ path, rounds }) => ({
    what: `GET ${path}, cold, CPU`,
    figure: median(rounds),
    unit: 'ms',
    limit: CPU_MS,
    aim: { atMost: 1 },
    note: `from ${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`,
  }))

  await server.stop()
  // One address may not ask so often.
  server = await stage.product({ withoutCache: true, withoutLimits: true })
  for (const path of CALLS) {
    say(`  ${path}`)
    await measure(path, 16, 6)
    const { perSecond, milliseconds } = await measure(path, 16, 4)
    rows.push({
      what: `GET ${path}, no cache, ${WITHOUT_LIMITS}`,
      figure: perSecond,
      unit: '/s',
      limit: CALLS_PER_SECOND,
      aim: { atLeast: 1 },
      note: `CPU of the server ${milliseconds.toFixed(2)} ms an answer`,
    })
  }
  await server.stop()
  return rows
}
