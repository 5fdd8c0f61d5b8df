// Two instances behind nginx with the very configuration of deploy/, on one PostgreSQL and one Redis.
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { audit, Bookers } from './bookers.ts'
import { freePort } from '../../server/test-support/free-port.ts'
import { Load } from './load.ts'
import { startNginx } from './nginx.ts'
import type { Scenario } from './scenario.ts'
import { Stack, type Account, type Instance } from './stack.ts'

const RESTARTS = 4
const PEOPLE = 12

async function startBoth(stack: Stack, env: Record<string, string> = {}) {
  const redisPort = await freePort()
  await stack.program(
    ['/usr/bin/redis-server', '/usr/local/bin/redis-server'],
    ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  )
  const settings = { REDIS_URL: `redis://127.0.0.1:${redisPort}`, TRUST_PROXY: '1', ...env }
  const ports = [await freePort(), await freePort()]
  const start = (port: number) => stack.server({ ...settings, PORT: String(port) })
  const instances = [await start(ports[0]!), await start(ports[1]!)] as [Instance, Instance]
  return { instances, start, proxy: await startNginx(stack, ports) }
}

const bearer = ({ token }: Account) => ({ authorization: `Bearer ${token}` })
const jsonHeaders = (account: Account) => ({ ...bearer(account), 'content-type': 'application/json' })

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

/** One of them changes something; the other must know. */
async function agreement(stack: Stack, [one, other]: [Instance, Instance]): Promise<string[]> {
  const lost: string[] = []
  const check = (isRight: boolean, sentence: string) => void (isRight || lost.push(sentence))
  const [creator, guest] = (await stack.accounts(2)) as [Account, Account]
  const eventId = await stack.event(creator, 5)

  const page = (instance: Instance) => fetch(`${instance.url}/events/${eventId}`).then((answer) => answer.text())
  await Promise.all([page(one), page(other)])
  const title = 'Changed Everywhere'
  const changed = await statusOf(`${one.url}/api/events/${eventId}`, {
    method: 'PUT',
    headers: jsonHeaders(creator),
    body: JSON.stringify({
      title,
      description: 'New.',
      venue: 'Cork',
      capacity: 5,
      isDraft: false,
      startTime: '2099-01-01T10:00:00Z',
      endTime: '2099-01-01T12:00:00Z',
    }),
  })
  check(changed === 200, `an event could not be changed (${changed})`)
  check((await page(one)).includes(title), 'the instance that changed an event still shows it as it was')
  await wait(300)
  check((await page(other)).includes(title), 'the other instance still shows an event as it was')

  const book = (instance: Instance) =>
    statusOf(`${instance.url}/api/tickets`, {
      method: 'POST',
      headers: jsonHeaders(guest),
      body: JSON.stringify({ eventId, numberOfTickets: 1 }),
    })
  const booked = await Promise.all(Array.from({ length: 20 }, (_, n) => book(n % 2 ? one : other)))
  check(
    booked.filter((status) => status === 201).length === 5,
    `5 seats, sold ${booked.filter((s) => s === 201).length}`,
  )

  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const asked = await fetch(`${one.url}/api/s3/presigned-url?fileName=a.png&fileType=image/png`, {
    headers: bearer(creator),
  })
  const { uploadUrl, key } = (await asked.json()) as { uploadUrl: string; key: string }
  const put = await statusOf(new URL(uploadUrl, other.url).href, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  check(put === 200, `an address signed by one was refused by the other (${put})`)
  check((await statusOf(`${one.url}/uploads/${key}`)) === 200, 'a picture that one stored is not served by the other')

  await statusOf(`${one.url}/api/auth/logout`, { method: 'POST', headers: bearer(guest) })
  check(
    (await statusOf(`${other.url}/api/users/profile`, { headers: bearer(guest) })) === 401,
    'a session that ended at one lives on at the other',
  )
  return lost
}

async function sharedLimits(stack: Stack): Promise<string[]> {
  const { instances, proxy } = await startBoth(stack, { RATE_LIMITS: 'on' })
  const ask = (url: string, address: string) =>
    statusOf(`${url}/api/geo/city?lat=53&lng=-6`, { headers: { 'x-forwarded-for': address } })
  let served = 0
  for (let n = 0; n < 620; n++) if ((await ask(instances[n % 2]!.url, '203.0.113.9')) === 200) served++
  let spoofed = 0
  for (let n = 0; n < 700; n++) if ((await ask(proxy, `198.51.100.${n % 250}`)) === 429) spoofed++
  for (const instance of instances) await instance.end('SIGTERM')
  return [
    ...(served === 600 ? [] : [`600 calls a minute, yet two instances together served ${served}`]),
    ...(spoofed > 0 ? [] : ['a made-up address behind nginx escapes the limit']),
  ]
}

const twoInstances = () =>
  Stack.with(async (stack) => {
    const limits = await sharedLimits(stack)
    const { instances, start, proxy } = await startBoth(stack)
    const agreed = await agreement(stack, instances)

    const accounts = await stack.accounts(PEOPLE)
    const eventId = await stack.event(accounts[0]!, 1_000_000)
    const bookers = new Bookers()
    bookers.start(accounts, eventId, () => proxy, 10)
    const readers = new Load(`${proxy}/api/all-events?limit=5`)
    const pages = new Load(`${proxy}/events`)
    let isOver = false
    const reading = Promise.all(
      [readers, readers, pages, pages].map(async (load) => {
        while (!isOver) {
          await load.ask()
          await wait(5)
        }
      }),
    )
    await wait(1_000)
    for (let restart = 0; restart < RESTARTS; restart++) {
      const at = restart % 2
      const { port } = instances[at]!
      await instances[at]!.end('SIGTERM')
      instances[at] = await start(port)
      await wait(1_500)
    }
    await bookers.stop()
    isOver = true
    await reading
    const answers = [...readers.answers, ...pages.answers]
    const failed = answers.filter(({ status }) => status !== 200)
    const notBooked = [...bookers.statuses].filter(([status]) => status !== 201)
    readers.close()
    pages.close()
    return {
      times: `${RESTARTS} restarts, ${answers.length + bookers.answered.length} requests`,
      seen: `${bookers.answered.length} bookings; sessions, pictures, pages and limits agree`,
      lost: [
        ...limits,
        ...agreed,
        ...(failed.length
          ? [`${failed.length} reads failed (${[...new Set(failed.map(({ status }) => status))].join(', ')})`]
          : []),
        ...notBooked.map(([status, times]) => `${times} bookings were answered ${status}`),
        ...(await audit(stack, bookers)),
      ],
    }
  })

export const twoInstancesScenarios: Scenario[] = [
  { name: 'two-instances', did: 'two instances behind nginx, restarted in turn under load', run: twoInstances },
]
