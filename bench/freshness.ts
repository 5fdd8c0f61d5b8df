// Two servers on one database, both with the page and the lists in memory. On one of them an event is published, changed
// 20 times and booked out; until when does the other show it, and does the creator's next read on the first? The worst,
// asked every 5 ms.
import { setTimeout as wait } from 'node:timers/promises'
import { signedIn } from './support/people.ts'
import type { Server, Stage } from './support/stage.ts'
import { WITHOUT_LIMITS, type Row } from './support/table.ts'

const CHANGES = 20
const WITHIN_MS = 1_000
const GIVE_UP_MS = 10_000
// Asked every 5 ms from one address.
const POLLED = { withoutLimits: true }

// It is on now, so it is on the first page of every list.
const bodyOf = (title: string, isDraft = false) => ({
  title,
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone, Dublin',
  capacity: '4',
  timeZone: 'Europe/Dublin',
  startTime: '2026-11-14T20:00',
  endTime: '2090-11-16T23:00',
  isDraft: String(isDraft),
  isFreeOfCharge: 'true',
})

type Sees = (body: string) => boolean

interface Watched {
  path: string
  sees: Sees
}

const read = async (server: Server, path: string) => (await fetch(server.url + path)).text()

async function shown(server: Server, { path, sees }: Watched) {
  const until = performance.now() + GIVE_UP_MS
  while (!sees(await read(server, path))) {
    if (performance.now() > until) throw new Error(`${path} never showed the change`)
    await wait(5)
  }
}

export async function benchFreshness(stage: Stage): Promise<Row[]> {
  const [here, there] = [await stage.product(POLLED), await stage.product(POLLED)]
  const [creator] = await signedIn(stage.databaseUrl)
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${creator?.token}` }
    const response = await fetch(here.url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: number }
  }
  const { id } = await send('POST', '/api/events', bodyOf('Not yet', true))
  const page = `/events/${id}`
  const call = `/api/all-events/${id}`
  const lists = ['/events', '/api/all-events?limit=24']
  const showing = (text: string): Watched[] =>
    [page, call, ...lists].map((path) => ({ path, sees: (body) => body.includes(text) }))

  const slowest: Record<string, number> = {}
  let stale = 0
  const change = async (kind: string, watched: Watched[], act: () => Promise<unknown>) => {
    for (const server of [here, there]) for (const { path } of watched) await read(server, path)
    const from = performance.now()
    await act()
    for (const { path, sees } of watched) if (!sees(await read(here, path))) stale++
    for (const one of watched) await shown(there, one)
    slowest[kind] = Math.max(slowest[kind] ?? 0, performance.now() - from)
  }

  await change('published', showing('Now published'), () => send('PUT', `/api/events/${id}`, bodyOf('Now published')))
  for (let n = 0; n < CHANGES; n++) {
    const title = `Change number ${n} of ${CHANGES}`
    await change('changed', showing(title), () => send('PUT', `/api/events/${id}`, bodyOf(title)))
  }
  const soldOut: Watched[] = [
    { path: call, sees: (body) => /"isSoldOut":"?true/.test(body) },
    { path: page, sees: (body) => /sold out/i.test(body) },
  ]
  await change('booked out', soldOut, () => send('POST', '/api/tickets', { eventId: id, numberOfTickets: 4 }))
  await here.stop()
  await there.stop()
  return [
    ...Object.entries(slowest).map(([kind, figure]) => ({
      what: `an event is ${kind}: another instance shows it, ${WITHOUT_LIMITS}`,
      figure,
      unit: 'ms',
      limit: WITHIN_MS,
      aim: { atMost: 1 },
    })),
    {
      what: `own next reads that were stale, ${WITHOUT_LIMITS}`,
      figure: stale,
      unit: 'reads',
      limit: 1,
      aim: { atMost: 0 },
    },
  ]
}
