import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { LinkPurpose } from '../../contract/link-purposes.ts'
import type { StaffRole } from '../../contract/moderation-words.ts'
import { isWorthRetrying, RETRY_AWAY_EVERY_MS } from '../db/retry-while-away.ts'
import { inPortions } from '../runtime/in-portions.ts'

/** Who asks. */
export interface SessionUser {
  id: number
  firstName: string
  lastName: string
  email: string
  /** The session that asked, so that logout and password change know which one it is. */
  tokenHash: Buffer
  /** When they last showed who they are in this session: server/access/proof.ts. */
  provedAt?: Date | null
  /** The same, with a code or a passkey. */
  strongProofAt?: Date | null
  /** The setting of that name; missing: on. */
  eventHistory?: boolean
  /** When the deletion of the account that was asked for becomes final. */
  deletionAt?: Date | null
  /** Their role: moderator, administrator, or plain member. */
  role?: StaffRole | null
  /** Until then they can do little; in the past: no longer. */
  suspendedUntil?: Date | null
  /** Came with a key of theirs: without role or proof, for what its scopes say. */
  key?: { id: number }
  /** Came by an email's signed link, for this one ticket or waiting entry; its calls check nothing further. */
  link?: { purpose: LinkPurpose; subjectId: number }
}

export const newToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => hash('sha256', token, 'buffer')

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/i

export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  return (header && BEARER.exec(header)?.[1]) ?? null
}

/** A request that can be repeated safely: its look-up waits while the database is away; any other fails at once. */
export const isRepeatable = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined

/**
 * Requests that arrive together are looked up by one query: while queries are in flight, new requests wait for the next
 * one. Nothing is cached, so a logout takes effect at once on every instance.
 */
export function batchedLookup<V>(
  load: (keys: Buffer[]) => Promise<Map<string, V>>,
): (key: Buffer, isPatient?: boolean) => Promise<V | null> {
  type Waiting = {
    key: Buffer
    /** -Infinity: does not wait while the database is away. */
    since: number
    resolve: (value: V | null) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = 0
  const MAX_RUNNING = 2

  const run = async () => {
    running++
    // Lets everything from this turn of the event loop join the batch.
    await new Promise(setImmediate)
    const batch = waiting
    waiting = []
    try {
      const found = batch.length > 0 ? await load(batch.map((w) => w.key)) : new Map<string, V>()
      void inPortions(batch, ({ key, resolve }) => resolve(found.get(key.toString('hex')) ?? null))
    } catch (error) {
      const patient = batch.filter(({ since }) => isWorthRetrying(error, since))
      const waits = new Set(patient)
      for (const w of batch) if (!waits.has(w)) w.reject(error)
      if (patient.length > 0) setTimeout(() => enter(...patient), RETRY_AWAY_EVERY_MS)
    }
    running--
    if (waiting.length > 0 && running < MAX_RUNNING) void run()
  }

  const enter = (...entries: Waiting[]) => {
    waiting.push(...entries)
    if (running < MAX_RUNNING) void run()
  }

  return (key, isPatient = false) =>
    new Promise((resolve, reject) => enter({ key, since: isPatient ? Date.now() : -Infinity, resolve, reject }))
}
