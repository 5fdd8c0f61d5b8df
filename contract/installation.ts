// For those who look after an installation: whether all is well, what waits, and the way to the first administrator.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { permission } from './permissions.ts'
import { filled, line } from './wire.ts'

export const CHECK_NAMES = [
  'settings',
  'database',
  'migrations',
  'clock',
  'email',
  'storage',
  'redis',
  'address',
  'disk',
  'backup',
  'jobs',
] as const

const check = z.object({
  name: z.enum(CHECK_NAMES),
  /** failed: something does not work; warning: it will not one day, or not for everybody. */
  state: z.enum(['ok', 'warning', 'failed']),
  /** What was found, and what to do about it. */
  sentence: z.string(),
})

export type Check = z.output<typeof check>

/** Of webhooks what waits, by type of message: what was given up is for their owners to send again. */
const QUEUES = ['jobs', 'emails', 'webhooks'] as const

const queue = z.object({
  queue: z.enum(QUEUES),
  kind: z.string(),
  waiting: z.number(),
  /** Given up after the last attempt. */
  failed: z.number(),
  /** How long the oldest that is due has been due. */
  overdueSeconds: z.number(),
})

export type WorkQueue = z.output<typeof queue>

const manage = permission('installation.manage', 'administrator')

const read = endpoint({
  method: 'GET',
  path: '/moderation/installation',
  access: 'member',
  may: manage,
  summary: 'The version, what was checked, and the work that waits or was given up',
  reply: z.object({
    version: z.string(),
    commit: z.string(),
    checks: z.array(check),
    queues: z.array(queue),
  }),
})

const retry = endpoint({
  method: 'POST',
  path: '/moderation/installation/retries',
  access: 'member',
  may: manage,
  summary: 'Try failed work of one kind again, up to 1,000 at once',
  body: z.object({ queue: z.enum(QUEUES), kind: filled(line(100)) }),
  reply: z.object({
    retried: z.number(),
    /** Their content was erased when they were given up. */
    lost: z.number(),
  }),
})

const claimAdministrator = endpoint({
  method: 'POST',
  path: '/moderation/administrator',
  access: 'member',
  may: permission('administrator.claim', 'member'),
  errors: ['administrator_link_invalid', 'address_unconfirmed'],
  summary: 'Become the first administrator with the link that the server printed at its start',
  body: z.object({ token: line(100) }),
  reply: z.object({ role: z.literal('administrator') }),
})

/** By the names that api.ts and the client use. */
export const calls = { read, retry, claimAdministrator }
