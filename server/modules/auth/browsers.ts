// Tells one browser from another: an emailed code works only in the browser that asked for it, and a browser that has
// signed in to an account before has its own share of codes, which no stranger can use up. The cookie opens nothing.
import { createHmac } from 'node:crypto'
import { DAY_SECONDS } from '../../../contract/durations.ts'
import type { Secrets } from '../../access/secrets.ts'
import { hashToken, newToken } from '../../http/session.ts'

const COOKIE = 'hooley_browser'
// Only the calls that ask for codes and take them: no other request carries it.
const PATHS = ['/api/auth/code', '/api/tickets/quick', '/api/users/proof']
const SECONDS = 180 * DAY_SECONDS
/** More accounts than people who share a device have. */
const MOST_MARKS = 5

export interface Browser {
  id: string
  /** One for each account that was signed in to here; who that is cannot be read from it. */
  marks: string[]
}

export const hashOfBrowser = ({ id }: Browser) => hashToken(id)

export function readBrowser(header = ''): Browser | null {
  const [, id, marks = ''] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})((?:\\.[\\w-]{16})*)(?:;|$)`).exec(header) ?? []
  return id ? { id, marks: marks.split('.').filter(Boolean) } : null
}

export const newBrowser = (): Browser => ({ id: newToken(), marks: [] })

const markOf = (secrets: Secrets, { id }: Browser, userId: number) =>
  createHmac('sha256', secrets.keyFor('browsers'))
    .update(`${userId} ${id}`)
    .digest()
    .subarray(0, 12)
    .toString('base64url')

export const isKnownBrowser = (secrets: Secrets, browser: Browser, userId: number) =>
  browser.marks.includes(markOf(secrets, browser, userId))

export function markBrowser(secrets: Secrets, browser: Browser, userId: number): Browser {
  const mark = markOf(secrets, browser, userId)
  return { ...browser, marks: [mark, ...browser.marks.filter((one) => one !== mark)].slice(0, MOST_MARKS) }
}

export function browserCookies(publicUrl: string, { id, marks }: Browser): string[] {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const value = [id, ...marks].join('.')
  return PATHS.map((path) => `${COOKIE}=${value}; Path=${path}; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure}`)
}
