// Email scanners fetch every link of an email, some with a browser that runs scripts. Nothing may come of it.
import { chromium } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER } from '../e2e/support/browser.ts'
import type { Mail } from './mail/mail.ts'
import { freePort } from './test-support/free-port.ts'
import { mailsOfEveryKind } from './test-support/mails-of-every-kind.ts'
import { openWorld, type World } from './test-support/world.ts'

let w: World
let base: string
let sent: Map<string, Mail>

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  w = await openWorld({
    pages: true,
    config: { publicUrl: base, port, demo: false, features: new Set(['paid-events']) },
  })
  await w.app.listen({ port, host: '127.0.0.1' })
  sent = await mailsOfEveryKind(w)
})
afterAll(() => w.close())

/** Every address of ours that a program finds in an email. */
function linksOf({ html, text, unsubscribeUrl }: Mail): string[] {
  const found = [
    ...[...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&')),
    ...[...text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url),
    ...(unsubscribeUrl ? [unsubscribeUrl] : []),
  ]
  return [...new Set(found)].filter((url) => url.startsWith(base))
}

/** All that is stored, but for a session's time of use. */
async function dump() {
  const { rows: tables } = await w.deps.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const row = name === 'sessions' ? sql`(token_hash, user_id)::text` : sql`t::text`
    const { rows } = await w.deps.db.execute<{ row: string }>(
      sql`select ${row} as row from ${sql.identifier(name)} t order by 1`,
    )
    all[name] = rows.map((one) => one.row)
  }
  return all
}

const allLinks = () => [...new Set([...sent.values()].flatMap(linksOf))]
const tokens = () => [
  ...new Set(allLinks().flatMap((url) => /\/(?:links|unsubscribe)\/([\w-]{34})/.exec(url)?.[1] ?? [])),
]

test('every mail has links, and those of reminders, offers and notices are signed', () => {
  for (const [kind, mail] of sent) expect([kind, linksOf(mail).length > 0]).toEqual([kind, true])
  const signed = ['reminder-late', 'event-change', 'event-change-waiting', 'offer', 'returned-by-link', 'question']
  for (const kind of [...signed, 'address-change-asked'])
    expect([kind, linksOf(sent.get(kind)!).some((url) => url.includes('/links/'))]).toEqual([kind, true])
  // People forward it: it leads to the ticket after signing in.
  expect(linksOf(sent.get('booking')!).join()).not.toContain('/links/')
})

test('a button leads to the page that it names: the reference of a report is not lost on the way', async () => {
  const pages = allLinks().filter((url) => !/\/(unsubscribe|images|api)\//.test(url))
  expect(pages.some((url) => /\/report\/R-/.test(url))).toBe(true)
  for (const address of pages) {
    const { status, headers } = await fetch(address, { redirect: 'manual' })
    expect([address, status, headers.get('location')]).toEqual([address, 200, null])
  }
})

test('fetching every link of every mail, and what its page asks for, changes nothing', async () => {
  const before = await dump()
  const addresses = [...allLinks(), ...tokens().map((token) => `${base}/api/links/${token}`)]
  for (const address of addresses) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(address, { method })
      await answer.arrayBuffer()
      expect([address, answer.status < 500]).toEqual([address, true])
    }
  }
  expect(addresses.length).toBeGreaterThan(10)
  expect(await dump()).toEqual(before)
})

test('neither does a browser that opens them and runs their scripts', async () => {
  const before = await dump()
  const browser = await chromium.launch(BROWSER)
  const unsafe: string[] = []
  try {
    const context = await browser.newContext()
    const waiting = allLinks().filter((url) => !url.includes('/images/'))
    // Each page is looked at until it has been quiet for half a second, so several are quiet at once.
    const look = async () => {
      const page = await context.newPage()
      page.on('request', (request) => {
        if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method())) unsafe.push(`${request.method()} ${request.url()}`)
      })
      for (let address = waiting.shift(); address; address = waiting.shift())
        await page.goto(address, { waitUntil: 'networkidle' })
    }
    await Promise.all([look(), look(), look(), look()])
  } finally {
    await browser.close()
  }
  expect(unsafe).toEqual([])
  expect(await dump()).toEqual(before)
})

test('the comparison sees what a press does', async () => {
  const before = await dump()
  const url = sent.get('question')!.unsubscribeUrl!
  await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(await dump()).not.toEqual(before)
})
