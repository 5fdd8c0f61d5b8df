// Hooley behind Varnish: what it keeps, for how long, and that nothing personal is in it.
import { setTimeout as wait } from 'node:timers/promises'
import { median, ms, type Scenario } from './scenario.ts'
import { Stack, type Account } from './stack.ts'
import { startVarnish, type Varnish } from './varnish.ts'

const EDITS = 8
// What deploy/varnish.vcl and s-maxage allow, and what a busy machine needs to ask.
const FRESH_MS = 2_000
const ASKING_MS = 250
const SECRET_FEED = 'Zq7'.repeat(14) + 'x'

type Check = (isRight: boolean, sentence: string) => void

interface Setting {
  stack: Stack
  varnish: Varnish
  check: Check
}

const bearer = ({ token }: Account) => ({ authorization: `Bearer ${token}` })

async function ask(url: string, headers: Record<string, string> = {}) {
  // Not compressed, so that what is kept can be searched.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' })
  return { status: response.status, cache: response.headers.get('x-cache'), body: await response.text() }
}

/** Soon enough to stand in a feed. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const eventBody = (title: string, isDraft = false) =>
  JSON.stringify({
    title,
    description: 'New.',
    venue: 'Cork',
    capacity: 500,
    isDraft,
    startTime: inDays(7),
    endTime: inDays(8),
  })

async function edit({ varnish }: Setting, creator: Account, eventId: number, body: string) {
  const response = await fetch(`${varnish.url}/api/events/${eventId}`, {
    method: 'PUT',
    headers: { ...bearer(creator), 'content-type': 'application/json' },
    body,
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`An event could not be changed (${response.status}).`)
}

async function hits({ varnish, check }: Setting, eventId: number): Promise<string> {
  const answers: { status: number; cache: string | null }[] = []
  const until = Date.now() + 3_000
  await Promise.all(
    [`/events/${eventId}`, '/events', '/', `/events/${eventId}?utm_source=mail`].map(async (path) => {
      while (Date.now() < until) answers.push(await ask(varnish.url + path))
    }),
  )
  const share = answers.filter(({ cache }) => cache === 'hit').length / answers.length
  check(
    answers.every(({ status }) => status === 200),
    'a public page failed',
  )
  check(share > 0.8, `only ${Math.round(share * 100)} % of public pages came from the cache`)
  return `${Math.round(share * 100)} % of ${answers.length} pages from the cache`
}

/** Asks until it is as it should be; how long after now it was still seen otherwise. */
async function untilSeen(url: string, isNew: (answer: { status: number; body: string }) => boolean): Promise<number> {
  const from = performance.now()
  let oldAt = from
  // Also a while longer: once new it must stay new.
  for (let newSince = 0; newSince === 0 || performance.now() - newSince < 400;) {
    if (performance.now() - from > 10_000) return Infinity
    const askedAt = performance.now()
    if (isNew(await ask(url))) newSince ||= askedAt
    else {
      oldAt = performance.now()
      newSince = 0
    }
    await wait(10)
  }
  return oldAt - from
}

async function freshness(setting: Setting, creator: Account, eventId: number): Promise<string> {
  const { varnish, check } = setting
  const times: number[] = []
  for (let n = 0; n < EDITS; n++) {
    const url = `${varnish.url}/events/${eventId}`
    await ask(url)
    const title = `Changed ${n} times`
    await edit(setting, creator, eventId, eventBody(title))
    times.push(await untilSeen(url, ({ body }) => body.includes(title)))
  }
  const worst = Math.max(...times)
  check(worst <= FRESH_MS + ASKING_MS, `an edit was not seen for ${ms(worst)}`)
  return `an edit is seen after ${ms(median(times))} (at most ${ms(worst)})`
}

async function withdrawal(setting: Setting, creator: Account, eventId: number): Promise<string> {
  const { varnish, check } = setting
  const pages = [`${varnish.url}/events/${eventId}`, `${varnish.url}/feeds/events.json`]
  const isGone = ({ status, body }: { status: number; body: string }) =>
    status === 404 || (status === 200 && !body.includes(`/events/${eventId}"`))
  for (const url of pages) check(!isGone(await ask(url)), `${url} does not show an event that is published`)
  await edit(setting, creator, eventId, eventBody('Withdrawn Ceilidh', true))
  const times = await Promise.all(pages.map((url) => untilSeen(url, isGone)))
  check(Math.max(...times) <= FRESH_MS + ASKING_MS, `a page that was withdrawn was shown for ${ms(Math.max(...times))}`)
  return `a withdrawn page is gone after ${ms(Math.max(...times))}`
}

/** Everything that belongs to somebody, asked for through the cache, in turns. */
async function people({ stack, varnish, check }: Setting, publicId: number): Promise<string> {
  const accounts = await stack.accounts(2)
  for (const [n, { id }] of accounts.entries())
    await stack.postgres.query('update users set first_name = $2, email = $3 where id = $1', [
      id,
      `Personname${n}`,
      `personal${n}@example.org`,
    ])
  const drafts = await Promise.all(accounts.map((account) => stack.event(account, 5)))
  for (const [n, id] of drafts.entries())
    await stack.postgres.query(`update events set status = 'draft', title = $2 where id = $1`, [id, `Secretdraft${n}`])
  let asked = 0
  for (let round = 0; round < 10; round++) {
    for (const [n, account] of accounts.entries()) {
      const mine = async (path: string, headers: Record<string, string> = bearer(account)) => {
        const answer = await ask(varnish.url + path, headers)
        asked++
        check(answer.cache !== 'hit', `${path} with a token or a cookie came from the cache`)
        check(!answer.body.includes(`personal${1 - n}@`), `${path} showed somebody else's address`)
        return answer
      }
      const profile = await mine('/api/users/profile')
      check(profile.body.includes(`personal${n}@example.org`), 'a profile is not that of who asked')
      check((await mine(`/api/all-events/${drafts[n]}`)).status === 200, 'a creator does not see the own draft')
      await mine(`/events/${drafts[n]}`)
      await mine('/api/all-events?creator=me')
      await mine('/my-bookings')
      await mine('/events', { cookie: `session=${account.token}` })
      await mine(`/feeds/bookings/${SECRET_FEED}.ics`, {})
      await mine(`/reset-password?token=${account.token}`, {})
    }
    for (const path of ['/api/users/profile', '/api/tickets'])
      check((await ask(varnish.url + path)).status === 401, `${path} is answered without a token`)
    check((await ask(`${varnish.url}/api/all-events/${drafts[0]}`)).status === 404, 'a draft is shown to everybody')
  }
  await ask(`${varnish.url}/events/${publicId}`)
  const kept = await varnish.kept()
  check(
    kept.includes('Trust Ceilidh Open To All'),
    'what is kept could not be searched: not even a public title is in it',
  )
  const secrets = accounts.flatMap(({ token }, n) => [token, `personal${n}@`, `Personname${n}`, `Secretdraft${n}`])
  for (const secret of [...secrets, SECRET_FEED])
    check(!kept.includes(secret), `${secret.slice(0, 12)}… is in the cache's storage`)
  return `${asked} personal answers, none of them kept`
}

async function afterTheEnd({ varnish, check }: Setting, eventId: number) {
  await wait(FRESH_MS + ASKING_MS)
  const { status } = await ask(`${varnish.url}/events/${eventId}`)
  check(status === 503, `two seconds after Hooley is gone its pages are still answered (${status})`)
}

const edgeCacheRun = () =>
  Stack.with(async (stack) => {
    const lost = new Set<string>()
    const check: Check = (isRight, sentence) => void (isRight || lost.add(sentence))
    const instance = await stack.server({ EDGE_CACHE: 'on', TRUST_PROXY: '1' })
    const varnish = await startVarnish(stack, instance.port)
    const setting = { stack, varnish, check }

    const [creator] = (await stack.accounts(1)) as [Account]
    const eventId = await stack.event(creator, 500)
    const openId = await stack.event(creator, 500)
    await stack.postgres.query('update events set title = $2 where id = $1', [openId, 'Trust Ceilidh Open To All'])
    const seen = [await hits(setting, openId), await freshness(setting, creator, eventId)]
    seen.push(await withdrawal(setting, creator, eventId))
    seen.push(await people(setting, openId))
    await ask(`${varnish.url}/events/${openId}`)
    await instance.end('SIGTERM')
    await afterTheEnd(setting, openId)
    return { times: `${EDITS} edits`, seen: seen.join('; '), lost: [...lost] }
  })

export const edgeCache: Scenario[] = [
  {
    name: 'edge-cache',
    did: 'Hooley behind Varnish: pages read, changed, withdrawn; people among them',
    run: edgeCacheRun,
  },
]
