// A code that is emailed to an account's address and signs in without a password, in the browser that asked for it.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt, sql } from 'drizzle-orm'
import { MINUTE } from '../../../contract/durations.ts'
import { SIGN_IN_CODE } from '../../../contract/limits.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Db, Tx } from '../../db/client.ts'
import { signInCodes } from '../../db/schema/auth.ts'
import { maySignIn } from '../../db/seed/demo-people.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { networkOf } from '../../http/network.ts'
import { browserCookies, hashOfBrowser, isKnownBrowser, newBrowser, readBrowser, type Browser } from './browsers.ts'
import { findAccountByEmail } from './queries.ts'

const newCode = () => String(randomInt(10 ** SIGN_IN_CODE.digits)).padStart(SIGN_IN_CODE.digits, '0')

/** Keyed: of a million codes each plain hash could be tried in a moment. */
const hashOfCode = (secrets: Secrets, browserHash: Buffer, userId: number, code: string) =>
  createHmac('sha256', secrets.keyFor('sign-in-codes'))
    .update(browserHash)
    .update(`${userId} ${code.replace(/\D/g, '')}`)
    .digest()

/** A browser that has signed in to the account before has its own share: a stranger cannot use up the owner's codes. */
async function mayMailCode({ limits, secrets }: Deps, account: number | string, browser: Browser, ip: string) {
  const isKnown = typeof account === 'number' && isKnownBrowser(secrets, browser, account)
  if (isKnown && (await limits.tryTake('codeToKnownBrowser', [account, browser.id]))) return true
  return (
    (await limits.tryTake('codeFromNetwork', [account, networkOf(ip).near])) &&
    (await limits.tryTake('codeToAddress', account)) &&
    (await limits.tryTake('codeToAddressInADay', account))
  )
}

async function mailCode(deps: Deps, email: string, browser: Browser, { ip, isFromThisMachine }: CallMeta) {
  const { db, clock, config, secrets, mails, jobs } = deps
  const found = await findAccountByEmail(db, email)
  const mayMail = await mayMailCode(deps, found?.id ?? email.toLowerCase(), browser, ip)
  if (!found || !mayMail || !maySignIn(found, config, isFromThisMachine)) return
  const code = newCode()
  const browserHash = hashOfBrowser(browser)
  const expiresAt = new Date(clock().getTime() + SIGN_IN_CODE.minutes * MINUTE)
  const codeHash = hashOfCode(secrets, browserHash, found.id, code)
  const fresh = { userId: found.id, codeHash, wrongTries: 0, expiresAt }
  await db.transaction(async (tx) => {
    await tx
      .insert(signInCodes)
      .values({ browserHash, ...fresh })
      .onConflictDoUpdate({ target: signInCodes.browserHash, set: fresh })
    await mails.add(tx, { kind: 'sign-in-code', userId: found.id, payload: { code, expiresAt } })
  })
  jobs.nudge()
}

// An address without an account takes as long to answer as one with: this hides the time of two writes.
const SEND_MS = 150

/** The same answer whether or not the address has an account. */
export async function answerWithCode(deps: Deps, email: string, cookie: string | undefined, meta: CallMeta) {
  const browser = readBrowser(cookie) ?? newBrowser()
  await Promise.all([mailCode(deps, email, browser, meta), wait(SEND_MS)])
  const headers = { 'set-cookie': browserCookies(deps.config.publicUrl, browser) }
  return new Answer({ state: 'code_sent' }, { status: 202, headers })
}

export async function sendCode(deps: Deps, email: string, cookie: string | undefined, meta: CallMeta) {
  // Both are emails that anybody can cause who knows an address.
  await deps.limits.take('forgotPassword', meta.ip)
  return answerWithCode(deps, email, cookie, meta)
}

const isLive = (browser: Browser, userId: number, now: Date) =>
  and(
    eq(signInCodes.browserHash, hashOfBrowser(browser)),
    eq(signInCodes.userId, userId),
    gt(signInCodes.expiresAt, now),
  )

/** Whether a code could be right at all. Costs the same for every account, and for none. */
export const hasMailedCode = async (db: Db, browser: Browser, userId: number, now: Date) =>
  (await db.$count(signInCodes, isLive(browser, userId, now))) > 0

interface GivenCode {
  browser: Browser
  userId: number
  code: string
  now: Date
}

/** With the account's row locked. A wrong one counts: after five the code has ended. A right one works until `endMailedCode`. */
export async function isMailedCode({ secrets }: Deps, tx: Tx, { browser, userId, code, now }: GivenCode) {
  const live = isLive(browser, userId, now)
  const [row] = await tx.select().from(signInCodes).where(live).for('update')
  if (!row) return false
  if (timingSafeEqual(row.codeHash, hashOfCode(secrets, row.browserHash, userId, code))) return true
  if (row.wrongTries + 1 >= SIGN_IN_CODE.tries) await endMailedCode(tx, browser)
  else
    await tx
      .update(signInCodes)
      .set({ wrongTries: sql`${signInCodes.wrongTries} + 1` })
      .where(live)
  return false
}

export const endMailedCode = (tx: Tx, browser: Browser) =>
  tx.delete(signInCodes).where(eq(signInCodes.browserHash, hashOfBrowser(browser)))
