// Emails as the server under test has written them to its data folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const outboxes = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('hooley-e2e-'))
    .map((name) => join(tmpdir(), name, 'outbox'))
    .filter((folder) => existsSync(folder))

// Every new account is asked by email whether the address is its own.
const WELCOME = 'Subject: Confirm your email'

const allMailsTo = (email: string): string[] =>
  outboxes()
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((source) => source.includes(`To: ${email}`))

/** The sources of the emails to this address but for the first; each test has fresh addresses. */
export const mailsTo = (email: string): string[] => allMailsTo(email).filter((source) => !source.includes(WELCOME))

/** The page that the email with this subject leads to, by default that of its signed link; null until it is there. */
export function linkPageIn(email: string, subject: string, page = /\/links\/[\w-]{34}/): string | null {
  const source = allMailsTo(email).find((one) => one.includes(`Subject: ${subject}`)) ?? ''
  const unwrapped = source.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return page.exec(unwrapped)?.[0] ?? null
}

/** The newest code for signing in; null until it is there. */
export const codeIn = (email: string): string | null =>
  allMailsTo(email)
    .flatMap((source) => /^Subject: (\d{6}) is your Hooley code/m.exec(source)?.[1] ?? [])
    .at(-1) ?? null

/** The calendar file of an email, unfolded: name -> value. */
export function calendarOf(source: string): Record<string, string> {
  const part = source.split(/\r?\n--/).find((text) => /^Content-Type: text\/calendar/im.test(text)) ?? ''
  const encoded = part.slice(part.search(/\r?\n\r?\n/)).replace(/\s/g, '')
  const file = Buffer.from(encoded, 'base64').toString('utf8')
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n')
  return Object.fromEntries(lines.filter(Boolean).map((line) => line.split(/:(.*)/s).slice(0, 2) as [string, string]))
}
