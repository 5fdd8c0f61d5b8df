// What server/modules/<noun>/test-rows.ts brings to the tests that go through every call, email and table.
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AnyInput } from '../../contract/http-caller.ts'
import type { Db } from '../db/client.ts'
import type { Row, Scene } from './matrix-row.ts'
import type { Person } from './world.ts'

interface Request {
  /** Instead of the authorization matrix's: the largest that the contract takes. */
  request?: (scene: Scene) => AnyInput
}

/** `atOnce`: the answer is streamed, and as long as there are rows; so many are in memory. */
export type Bound = Request & ({ statements: number; rows: number; kB: number } | { atOnce: number })

export interface Subject {
  eventId: number
  creatorId: number
  /** The event is one of its dates. */
  seriesId: number
  cardPath: string
  pictureKey: string
  /** Somebody who has saved the event. */
  fanToken: string
  /** Somebody who has not. */
  memberToken: string
}

export type Shown = (subject: Subject) => { url: string; token?: string }

/** It shows no events; or those that the caller runs, has booked or was sent the address of. */
type Unshown = 'nothing' | 'own' | 'moderators' | 'filled in the browser'

export type Named = Record<string, Unshown | Shown | Shown[]>

export interface MailScene {
  db: Db
  /** Puts an email into the outbox. */
  write: (kind: string, to: Person, fields?: { ticketId?: number; payload?: Record<string, unknown> }) => Promise<void>
  eventId: number
  creator: Person
  guest: Person
  /** What people type; hostile in one of the tests. */
  words: string
  /** Of the event, or `words`. */
  title: string
}

export interface ModuleRows {
  /** server/authorization.test.ts: who may make each call. 'METHOD /path', as the contract writes it. */
  matrix?: Record<string, Row>
  /** server/bounds.test.ts: what one request of each call may cost. */
  bounds?: Record<string, Bound>
  /** server/public-addresses.test.ts: whether a call that reads shows events to others. */
  shown?: Named
  /** server/mail-links.test.ts and server/hostile-text.test.ts: one email of each kind. */
  mails?: (scene: MailScene) => Promise<unknown>
  /** server/modules/account/erasure.test.ts: something about somebody in each table. */
  traces?: (scene: { db: Db; userId: number; eventId: number }) => Promise<unknown>
}

const files = globSync('server/modules/*/test-rows.ts')
const loaded = (await Promise.all(files.map((file) => import(resolve(file))))) as { rows: ModuleRows }[]

export const moduleRows = loaded.map(({ rows }) => rows)
