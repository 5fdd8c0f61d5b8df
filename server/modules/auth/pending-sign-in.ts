// Half signed in: Google has said who it is, and the second step is still to come. What was shown so far travels in a
// signed cookie that only this browser has, so that any instance can go on where another stopped.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Secrets } from '../../access/secrets.ts'

const COOKIE = 'hooley_second_step'
// Long enough to find the phone.
const SECONDS = 600

/** What tells one cookie from another, so that it can serve once. */
export interface Half {
  signed: Buffer
  expiresAt: Date
}

const pending = z.object({ id: z.number(), googleSubject: z.string(), expires: z.number() })

type Pending = z.output<typeof pending>

const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const cookie = (publicUrl: string, value: string, seconds: number) =>
  `${COOKIE}=${value}; Path=/api/auth/second-step; Max-Age=${seconds}; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`

export function pendingCookie(
  secrets: Secrets,
  publicUrl: string,
  verified: { id: number; googleSubject: string },
  now: Date,
): string {
  const claim: Pending = { ...verified, expires: now.getTime() + SECONDS * 1000 }
  const text = Buffer.from(JSON.stringify(claim)).toString('base64url')
  const signature = sign(secrets.keyFor('second-step'), text).toString('base64url')
  return cookie(publicUrl, `${text}.${signature}`, SECONDS)
}

/** It has served. */
export const endedCookie = (publicUrl: string) => cookie(publicUrl, '', 0)

/** Null: there is none, or it is not ours, or too old. */
export function readPending(secrets: Secrets, header: string | undefined, now: Date) {
  const [, text = '', signature = ''] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)\\.([\\w-]+)`).exec(header ?? '') ?? []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secrets.keyFor('second-step'), text)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!text || !isOurs) return null
  const { id, googleSubject, expires } = pending.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  const half = { signed: Buffer.from(`${COOKIE} ${text}`), expiresAt: new Date(expires) }
  return expires > now.getTime() ? { verified: { id, googleSubject }, half } : null
}
