// Half signed in: Google has said who it is, and the second step or the answer whose booking it is comes next. What was
// shown so far travels in a signed cookie that only this browser has, so that any instance can go on where another stopped.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Secrets } from '../../access/secrets.ts'

const KINDS = {
  'second-step': {
    name: 'hooley_second_step',
    path: '/api/auth/second-step',
    keyOf: (secrets: Secrets) => secrets.keyFor('second-step'),
  },
  answer: {
    name: 'hooley_google_answer',
    path: '/api/auth/google/answer',
    keyOf: (secrets: Secrets) => secrets.keyFor('google-answer'),
  },
}

type Kind = keyof typeof KINDS

// Long enough to find the phone.
const SECONDS = 600

/** What tells one cookie from another, so that it can serve once. */
export interface Half {
  signed: Buffer
  expiresAt: Date
}

const pending = z.object({
  id: z.number(),
  googleSubject: z.string(),
  /** The address that Google has proved. */
  email: z.string(),
  expires: z.number(),
})

type Pending = z.output<typeof pending>

const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const cookie = (kind: Kind, publicUrl: string, value: string, seconds: number) =>
  `${KINDS[kind].name}=${value}; Path=${KINDS[kind].path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`

export function pendingCookie(
  kind: Kind,
  secrets: Secrets,
  publicUrl: string,
  verified: Omit<Pending, 'expires'>,
  now: Date,
): string {
  const claim: Pending = { ...verified, expires: now.getTime() + SECONDS * 1000 }
  const text = Buffer.from(JSON.stringify(claim)).toString('base64url')
  const signature = sign(KINDS[kind].keyOf(secrets), text).toString('base64url')
  return cookie(kind, publicUrl, `${text}.${signature}`, SECONDS)
}

/** It has served. */
export const endedCookie = (kind: Kind, publicUrl: string) => cookie(kind, publicUrl, '', 0)

/** Null: there is none, or it is not ours, or too old. */
export function readPending(kind: Kind, secrets: Secrets, header: string | undefined, now: Date) {
  const [, text = '', signature = ''] =
    new RegExp(`(?:^|;\\s*)${KINDS[kind].name}=([\\w-]+)\\.([\\w-]+)`).exec(header ?? '') ?? []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(KINDS[kind].keyOf(secrets), text)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!text || !isOurs) return null
  const { id, googleSubject, email, expires } = pending.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  const half = { signed: Buffer.from(`${KINDS[kind].name} ${text}`), expiresAt: new Date(expires) }
  return expires > now.getTime() ? { verified: { id, googleSubject }, email, half } : null
}
