// kill -9 in the middle of bookings, of the server and of PostgreSQL.
import { setTimeout as wait } from 'node:timers/promises'
import { audit, Bookers } from './bookers.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { Stack } from './stack.ts'

const PEOPLE = 24
const SERVER_KILLS = 6
const DATABASE_KILLS = 5

const randomMs = (from: number, to: number) => from + Math.random() * (to - from)

/** A kill counts only in the middle of bookings. */
async function untilBusy({ answered }: Bookers) {
  const before = answered.length
  const until = Date.now() + 20_000
  while (answered.length < before + PEOPLE && Date.now() < until) await wait(20)
}

const outcome = async (stack: Stack, bookers: Bookers, kills: number, more: string[] = []): Promise<Outcome> => ({
  times: `${kills} kills`,
  seen: `${bookers.answered.length} bookings answered, ${bookers.statuses.get(0) ?? 0} answers lost and asked again`,
  lost: [
    ...(await audit(stack, bookers)),
    ...(bookers.answered.length === 0 ? ['nothing was booked at all'] : []),
    ...(bookers.statuses.has(500) ? [`${bookers.statuses.get(500)} answers with 500`] : []),
    ...more,
  ],
})

const killServer = () =>
  Stack.with(async (stack) => {
    let server = await stack.server()
    const accounts = await stack.accounts(PEOPLE)
    const eventId = await stack.event(accounts[0]!, 1_000_000)
    const bookers = new Bookers()
    bookers.start(accounts, eventId, () => server.url)
    for (let kill = 0; kill < SERVER_KILLS; kill++) {
      await untilBusy(bookers)
      await wait(randomMs(50, 500))
      await server.end('SIGKILL')
      server = await stack.server({ PORT: String(server.port) })
    }
    await wait(500)
    await bookers.stop()
    return outcome(stack, bookers, SERVER_KILLS)
  })

const killDatabase = () =>
  Stack.with(async (stack) => {
    const server = await stack.server()
    const accounts = await stack.accounts(PEOPLE)
    const eventId = await stack.event(accounts[0]!, 1_000_000)
    const bookers = new Bookers()
    bookers.start(accounts, eventId, () => server.url)
    for (let kill = 0; kill < DATABASE_KILLS; kill++) {
      await untilBusy(bookers)
      await wait(randomMs(50, 1000))
      await stack.postgres.stop('SIGKILL')
      await wait(200)
      await stack.postgres.start()
    }
    await wait(1_000)
    await bookers.stop()
    const ready = (await fetch(`${server.url}/api/ready/write`)).status
    return outcome(stack, bookers, DATABASE_KILLS, ready === 200 ? [] : ['the server did not recover by itself'])
  })

export const kills: Scenario[] = [
  { name: 'kill-server', did: 'kill -9 of the server during bookings', run: killServer },
  { name: 'kill-postgres', did: 'kill -9 of PostgreSQL during bookings', run: killDatabase },
]
