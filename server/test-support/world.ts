// A whole server on its own database, and people to use it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { DAY } from '../../contract/durations.ts'
import { createClient, type Client } from '../../contract/client.ts'
import { httpCaller } from '../../contract/http-caller.ts'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { sessions } from '../db/schema/auth.ts'
import { events } from '../db/schema/events.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import type { Gate } from '../edge/gate.ts'
import { createLog } from '../http/request-log.ts'
import { hashToken, newToken } from '../http/session.ts'
import { openDeps } from '../open-deps.ts'
import { cloneDatabase, settingsFor, type TestDatabase } from './database.ts'
import { PATIENT } from './patient.ts'
import { holdToContract } from './declared-errors.ts'
import { limitsOutside, outsideOf } from './limits-outside.ts'
import { soon } from './soon.ts'

export interface Person {
  id: number
  email: string
  token: string
  api: Client
}

export type EventFields = Partial<typeof events.$inferInsert>

export interface World {
  app: FastifyInstance
  deps: Deps
  databaseUrl: string
  /** The API as a visitor sees it. */
  visitor: Client
  apiWith: (token: string) => Client
  person: (fields?: Partial<typeof users.$inferInsert>) => Promise<Person>
  /** A published event tomorrow, straight into the database. */
  event: (creator: Person, fields?: EventFields) => Promise<typeof events.$inferSelect>
  close: () => Promise<void>
}

export interface WorldOptions {
  env?: Record<string, string>
  config?: Partial<Config>
  deps?: Partial<Deps>
  /** Renders pages from build/ too. */
  pages?: boolean
  gate?: Gate
  /** Instead of a clone of the template. */
  database?: TestDatabase
}

/** What is kept stays fresh however slow the machine is: a test sees a change because it was told, and not by age. */
export const NEVER_OLD = { maxAgeMs: Infinity }

/** fetch that goes into the app without a port. */
export const injectedFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, init = {}) => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      payload: init.body as string | undefined,
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
    return new Response(response.statusCode === 204 ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    })
  }

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.database ?? (await cloneDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'hooley-world-'))
  const settings = options.database ? { DATABASE_URL: database.url } : settingsFor(database)
  const env = { ...settings, ...PATIENT, DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...options.env }
  const config = { ...readConfig(env), ...options.config }
  const migration = options.database ? {} : { migrate: () => Promise.resolve() }
  const opened = await openDeps(config, env.DATABASE_URL, createLog(config.logLevel), options.deps, {
    ...migration,
    ...NEVER_OLD,
  })
  opened.deps.limits = limitsOutside(opened.deps.db, opened.deps.limits)
  const app = await buildApp(opened.deps, {
    ready: opened.ready,
    buildDir: options.pages ? resolve('build') : undefined,
    gate: options.gate,
  })
  holdToContract(app)
  const inject = app.inject.bind(app)
  app.inject = ((request: string) => outsideOf(() => inject(request))) as typeof app.inject
  // What was made before the news can be heard is made once more: nobody could count on what is kept.
  await soon(() => expect(opened.deps.changes.isListening).toBe(true))
  const fetch = injectedFetch(app)
  const apiWith = (token: string) => createClient(httpCaller({ fetch, token: () => token }))
  let people = 0

  return {
    app,
    deps: opened.deps,
    databaseUrl: database.url,
    visitor: createClient(httpCaller({ fetch })),
    apiWith,
    async person(fields = {}) {
      const n = ++people
      const [user] = await opened.deps.db
        .insert(users)
        .values({ email: `person${n}@example.org`, firstName: `Person${n}`, lastName: 'Byrne', ...fields })
        .returning()
      if (!user) throw new Error('no user was inserted')
      const token = newToken()
      const provedAt = opened.deps.clock()
      const expiresAt = new Date(provedAt.getTime() + 30 * DAY)
      await opened.deps.db
        .insert(sessions)
        .values({ tokenHash: hashToken(token), userId: user.id, expiresAt, provedAt })
      return { id: user.id, email: user.email, token, api: apiWith(token) }
    },
    async event(creator, fields = {}) {
      const startTime = fields.startTime ?? new Date(opened.deps.clock().getTime() + DAY)
      const [event] = await opened.deps.db
        .insert(events)
        .values({
          creatorId: creator.id,
          title: 'Fiddle Night',
          description: 'Bring a fiddle.',
          venue: 'The Cobblestone, Dublin',
          timeZone: 'Europe/Dublin',
          capacity: 10,
          status: 'published',
          startTime,
          endTime: new Date(startTime.getTime() + 3 * 3_600_000),
          ...fields,
        })
        .returning()
      if (!event) throw new Error('no event was inserted')
      return event
    },
    async close() {
      await app.close()
      await opened.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For one test: closed when it ends. */
export async function world(options?: WorldOptions): Promise<World> {
  const opened = await openWorld(options)
  onTestFinished(() => opened.close())
  return opened
}
