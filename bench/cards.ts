// Share cards: what one takes, and what visitors notice while 50 are drawn. Pages are asked for at a steady rate, alone and
// then with the cards; the server has two processors or more, of which drawing takes one at a low priority.
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { shareCardPath } from '../contract/share-card.ts'
import { load } from './support/load.ts'
import type { Stage } from './support/stage.ts'
import type { Row } from './support/table.ts'

const CARDS = 50
const STEADY = { seconds: 10, connections: 16, rate: 200 }

export async function benchCards(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const server = await stage.product({ env: { FEATURES: 'sharing' } })
  const api = createClient(httpCaller({ baseUrl: server.url }))
  const { items } = await api.events.list({ query: { limit: CARDS + 1, when: 'upcoming' } })
  const [first, ...others] = items.map((event) => server.url + shareCardPath(event))
  const draw = async (url: string) => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return (await response.arrayBuffer()).byteLength
  }

  // The first one starts the process.
  await draw(first ?? '')
  say('  pages alone')
  const alone = await load({ url: `${server.url}/events`, ...STEADY })
  say(`  pages while ${CARDS} cards are drawn`)
  const both = load({ url: `${server.url}/events`, ...STEADY })
  const from = performance.now()
  const sizes = await Promise.all(others.map(draw))
  const each = (performance.now() - from) / sizes.length
  const beside = await both
  await server.stop()
  return [
    { what: 'a share card', figure: each, unit: 'ms', limit: 500, aim: { atMost: 1 } },
    {
      what: 'the largest share card',
      figure: Math.max(...sizes) / 1000,
      unit: 'KB',
      limit: 300,
      aim: { atMost: 1 },
    },
    {
      what: `p99 of pages while ${CARDS} cards are drawn`,
      figure: beside.p99,
      unit: 'ms',
      limit: Math.max(alone.p99, 10),
      aim: { atMost: 2 },
    },
  ]
}
