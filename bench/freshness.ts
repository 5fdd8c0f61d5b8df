// Two servers on one database, both with the page and the lists in memory. An event is changed on one; until when does
// the other show it, and does the next read on the first? The worst of 20, asked every 5 ms.
import { setTimeout as wait } from 'node:timers/promises'
import { signedIn } from './support/people.ts'
import type { Server, Stage } from './support/stage.ts'
import type { Row } from './support/table.ts'

const CHANGES = 20
const WITHIN_MS = 1_000
const GIVE_UP_MS = 10_000

// It is on now, so it stands on the first page of every list.
const bodyOf = (title: string) => ({
  ...{
    title,
    description: 'Bring a fiddle.',
    venue: 'The Cobblestone, Dublin',
    capacity: '50',
    timeZone: 'Europe/Dublin',
  },
  ...{ startTime: '2026-11-14T20:00', endTime: '2090-11-16T23:00', isDraft: 'false', isFreeOfCharge: 'true' },
})

const shows = async (server: Server, path: string, text: string) =>
  (await (await fetch(server.url + path)).text()).includes(text)

async function shown(server: Server, path: string, text: string) {
  const until = performance.now() + GIVE_UP_MS
  while (!(await shows(server, path, text))) {
    if (performance.now() > until) throw new Error(`${path} never showed the change`)
    await wait(5)
  }
}

export async function benchFreshness(stage: Stage): Promise<Row[]> {
  const [here, there] = [await stage.product(), await stage.product()]
  const [creator] = await signedIn(stage.databaseUrl)
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${creator?.token}` }
    const response = await fetch(here.url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: number }
  }
  const { id } = await send('POST', '/api/events', bodyOf('Before'))
  let slowest = 0
  let notAtOnce = 0
  for (let n = 0; n < CHANGES; n++) {
    const paths = [`/events/${id}`, `/api/all-events/${id}`, '/events', '/api/all-events?limit=24']
    for (const server of [here, there]) for (const path of paths) await shows(server, path, '')
    const title = `Change number ${n} of ${CHANGES}`
    const from = performance.now()
    await send('PUT', `/api/events/${id}`, bodyOf(title))
    for (const path of paths) if (!(await shows(here, path, title))) notAtOnce++
    for (const path of paths) await shown(there, path, title)
    slowest = Math.max(slowest, performance.now() - from)
  }
  await here.stop()
  await there.stop()
  return [
    { what: 'a change shows on another instance', figure: slowest, unit: 'ms', limit: WITHIN_MS, aim: { atMost: 1 } },
    { what: 'own next reads that were stale', figure: notAtOnce, unit: 'reads', limit: 1, aim: { atMost: 0 } },
  ]
}
