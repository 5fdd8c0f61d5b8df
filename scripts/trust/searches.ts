// A crawler, or somebody with time: more searches than anybody could keep, none of them twice.
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { memoryOf } from './memory.ts'
import { ms, percentile, type Scenario } from './scenario.ts'
import { Stack } from './stack.ts'

const SEARCHES = 50_000
const AT_ONCE = 16
const EVENTS = 2_000
// While the caches fill and code is compiled memory grows, and has to.
const WARM_UP = SEARCHES / 5
// Told to come back: a suggestion has half a second, which a busy machine may not have.
const TURNED_AWAY = 503
const COMMON = ['/', '/events', '/upcoming-events', '/popular-events', '/featured', '/about', '/faq', '/help']

const WORDS = ['ceilidh', 'fiddle', 'drum', 'samba', 'chess', 'fidle', 'zq', '!!', '🪩', "o'riordan", '%', '東京']
const FILTERS = ['', '&when=weekend', '&place=Dublin', '&category=music', '&seats=1', '&sort=newest', '&near=53.3,-6.3']

/** Another one for each number, of every kind that takes a query. */
function addressOf(n: number): string {
  const q = encodeURIComponent(`${WORDS[n % WORDS.length]} ${n}`)
  const query = `q=${q}${FILTERS[n % FILTERS.length]}`
  const kinds = [
    `/events?${query}`,
    `/api/all-events?limit=24&${query}`,
    `/feeds/events.${['ics', 'rss', 'json'][n % 3]}?${query}`,
    `/api/all-events/typeahead?q=${q}`,
  ]
  return kinds[n % kinds.length] ?? '/events'
}

interface Asked {
  status: number
  took: number
}

function asker(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const ask = (path: string) =>
    new Promise<Asked>((resolve) => {
      const from = performance.now()
      const done = (status: number) => resolve({ status, took: performance.now() - from })
      const asked = request(url + path, { agent, timeout: 30_000 }, (response) => {
        response.resume()
        response.on('end', () => done(response.statusCode ?? 0))
        response.on('error', () => done(0))
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => done(0))
      asked.end()
    })
  return { ask, close: () => agent.destroy() }
}

const manyEvents = (stack: Stack, creator: number) =>
  stack.postgres.query(
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity, town,
       latitude, longitude, categories)
     select $1, (array['Ceilidh', 'Fiddle Night', 'Chess Club', 'Samba'])[1 + n % 4] || ' ' || n, repeat('fiddle and drum ', 20),
       'Dublin', now() + n * interval '20 minutes', now() + n * interval '20 minutes' + interval '2 hours',
       'Europe/Dublin', 'published', 100, 'Dublin', 53.333, -6.249, array['music'] from generate_series(1, $2::int) n`,
    [creator, EVENTS],
  )

/** Pages that stood ready; a search that is asked for the first time never does. */
async function readyPages(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/hooley_http_ready_answers_total\{method="GET",route="\/\*",status="200"\} (\d+)/.exec(text)?.[1] ?? 0)
}

// Requested again and again during the run, like pages that everybody reads: each of them every two seconds, which is well
// within the time for which it is fresh, however slow the machine is.
const COMMON_EVERY_MS = 250

const search = () =>
  Stack.with(async (stack) => {
    const server = await stack.server({ FEATURES: 'all' })
    const [creator] = await stack.accounts(1)
    await manyEvents(stack, creator!.id)
    const { ask, close } = asker(server.url)
    for (let round = 0; round < 2; round++) for (const path of COMMON) await ask(path)
    const times: number[] = []
    const memory: number[] = []
    const statuses = new Map<number, number>()
    const broken: string[] = []
    let [next, common] = [0, 0]
    const before = await readyPages(server.url)
    const readCommonPages = async () => {
      for (; next < SEARCHES; common++) {
        await ask(COMMON[common % COMMON.length] ?? '/')
        await wait(COMMON_EVERY_MS)
      }
    }
    const crawl = async () => {
      for (let n = next++; n < SEARCHES; n = next++) {
        if (n % (WARM_UP / 10) === 0 && n >= WARM_UP) memory.push(memoryOf(server.pid))
        const path = addressOf(n)
        const { status, took } = await ask(path)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if ((status === 0 || (status >= 500 && status !== TURNED_AWAY)) && broken.length < 3)
          broken.push(`${status} for ${path}`)
        times.push(took)
      }
    }
    await Promise.all([readCommonPages(), ...Array.from({ length: AT_ONCE }, crawl)])
    const turnedAway = statuses.get(TURNED_AWAY) ?? 0
    const ready = (await readyPages(server.url)) - before
    close()
    const half = Math.floor(memory.length / 2)
    const mean = (part: number[]) => part.reduce((sum, one) => sum + one, 0) / part.length
    const [early, late] = [mean(memory.slice(0, half)), mean(memory.slice(half))]
    const growth = late - early
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    return {
      times: `${SEARCHES} searches, none twice, ${AT_ONCE} at once; ${common} times a common page`,
      seen: `${answers}; p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}; ${ready} of ${common} common pages stood ready; ${Math.round(late)} MB (${growth >= 0 ? '+' : ''}${growth.toFixed(0)})`,
      lost: [
        ...broken,
        ...(turnedAway > SEARCHES / 1_000 ? [`${turnedAway} were told to come back`] : []),
        // Some may be outdated by background work that very moment.
        ...(ready < common * 0.99 ? [`only ${ready} of ${common} common pages stood ready`] : []),
        ...(growth > Math.max(20, early * 0.12) ? [`memory grew by ${growth.toFixed(0)} MB`] : []),
      ],
    }
  })

export const searches: Scenario[] = [{ name: 'search', did: '50,000 searches, none of them twice', run: search }]
