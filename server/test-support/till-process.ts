// A process that does what it is asked with the orders of an event, and kills itself with -9 before a statement, or before or after
// a call of the provider. The provider is in the parent: what it has done stays done.
import type pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { openDeps } from '../open-deps.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { PATIENT } from './patient.ts'
import { carryOutAct, type TillAct } from './till-acts.ts'

/** From the parent: what to do, or what the provider answered. */
export type ToProcess =
  { act: TillAct; eventId: number; now: string; dies: number } | { reply: number; answer?: unknown; failed?: boolean }

/** To the parent: it is ready, it asks the provider, or it has done what it was asked. */
export type FromProcess =
  { ready: true } | { ask: number; call: string; argument: unknown } | { done: true; url?: string }

const [databaseUrl = ''] = process.argv.slice(2)
const send = (message: FromProcess) => process.send?.(message)

let stepsLeft = Infinity
const step = () => {
  if (--stepsLeft === 0) process.kill(process.pid, 'SIGKILL')
}

const waiting = new Map<number, (message: { answer?: unknown; failed?: boolean }) => void>()
let asked = 0
const ask = async (call: string, argument: unknown): Promise<unknown> => {
  step()
  const id = ++asked
  const replied = new Promise<{ answer?: unknown; failed?: boolean }>((resolve) => waiting.set(id, resolve))
  send({ ask: id, call, argument })
  const { answer, failed } = await replied
  step()
  if (failed) throw new Error(`${call} failed`)
  return answer
}
const remote = (call: string) => (argument: unknown) => ask(call, argument)
const payments = {
  name: 'demo',
  openCheckout: remote('openCheckout'),
  lookUpCheckout: remote('lookUpCheckout'),
  expireCheckout: remote('expireCheckout'),
  refund: remote('refund'),
  lookUpRefund: remote('lookUpRefund'),
  readSignal: () => null,
} as unknown as PaymentProvider

const env = { ...PATIENT, DATABASE_URL: databaseUrl, RATE_LIMITS: 'off', PAYMENTS: 'demo' }
const migrate = () => Promise.resolve()
const { deps } = await openDeps(readConfig(env), databaseUrl, pino({ level: 'silent' }), { payments }, { migrate })

const watched = new WeakSet<pg.PoolClient>()
const watch = (client: pg.PoolClient) => {
  if (watched.has(client)) return
  watched.add(client)
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    step()
    return query(...args)
  }) as typeof client.query
}
deps.db.$client.on('connect', watch).on('acquire', watch)

process.on('message', (message: ToProcess) => {
  if ('reply' in message) return waiting.get(message.reply)?.(message)
  stepsLeft = message.dies
  const now = new Date(message.now)
  void carryOutAct({ ...deps, clock: () => now }, message.eventId, message.act)
    .catch(() => undefined)
    .then((url) => send({ done: true, ...(url && { url }) }))
})
// The parent is gone.
process.on('disconnect', () => process.exit())
send({ ready: true })
