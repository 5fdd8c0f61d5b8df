// `npm run screenshots`: every screen at three widths in both modes, into screenshots/ (ignored by git).
// `npm run screenshots -- home =event` takes only the screens whose names contain home, and the one that is called event;
// WIDTHS=390,1280 other widths, HEIGHT=360 another height (a phone on its side); FEATURES=all with every feature that is
// built.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { BROWSER } from '../e2e/support/browser.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { mailParts } from '../server/test-support/mail-parts.ts'
import { ACCOUNT_STATES } from './screenshot-account-states.ts'
import { GUEST_STATES } from './screenshot-guest-states.ts'
import { LINK_STATES } from './screenshot-link-states.ts'
import { SCREENS, type Screen, type Who } from './screenshot-list.ts'
import { ORGANISER_STATES } from './screenshot-organiser-states.ts'
import { PAGE_STATES } from './screenshot-page-states.ts'
import { makeStage, type Stage } from './screenshot-stage.ts'
import type { State } from './screenshot-scenes.ts'
import { USED_LINKS } from './screenshot-used-links.ts'

const PORT = Number(process.env.PORT ?? 3990)
// By name: a passkey belongs to one.
const BASE = `http://localhost:${PORT}`
const WIDTHS = (process.env.WIDTHS ?? '390,820,1440').split(',').map(Number)
const HEIGHT = process.env.HEIGHT ? Number(process.env.HEIGHT) : undefined
const STATES = [ORGANISER_STATES, GUEST_STATES, LINK_STATES, USED_LINKS, ACCOUNT_STATES, PAGE_STATES].flat()
const MODES = ['light', 'dark'] as const

async function startServer(dataDir: string) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...{ PATH: process.env.PATH, PORT: String(PORT), PUBLIC_URL: BASE, DATA_DIR: dataDir, RATE_LIMITS: 'off' },
      ...{ FEATURES: process.env.FEATURES ?? '', REVIEW: 'first' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('is ready at') && resolve())
    child.on('exit', () => reject(new Error('the server did not start')))
  })
  return () => new Promise((resolve) => child.on('exit', resolve).kill('SIGTERM'))
}

const client = (token?: string) => createClient(httpCaller({ baseUrl: BASE, token: () => token ?? null }))

async function signIn(who: 'creator' | 'guest' | 'moderator'): Promise<string> {
  const body = { email: `${who}@hooley.example`, password: DEMO_PASSWORD }
  return (await client().auth.login({ body })).access_token
}

/** An account that was made just now. */
async function signUp(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.org`
  const body = { email, password: DEMO_PASSWORD, firstName, lastName: 'Byrne' }
  return (await client().auth.register({ body })).access_token
}

const contexts = new Map<string, Promise<BrowserContext>>()

async function newContext(browser: Browser, width: number, token: string | null) {
  const viewport = { width, height: HEIGHT ?? (width < 800 ? 844 : 1000) }
  // A phone's scroll bar takes no room.
  const isMobile = width < 800
  const options = { viewport, isMobile, hasTouch: isMobile, reducedMotion: 'reduce', baseURL: BASE } as const
  const context = await browser.newContext(options)
  await context.addInitScript((value) => {
    localStorage.setItem('locationPermission', 'denied')
    if (value) localStorage.setItem('token', value)
  }, token)
  return context
}

/** One for each person and width: what a screen has loaded the next one need not load again. */
function contextOf(browser: Browser, who: Who, width: number, token: string | null): Promise<BrowserContext> {
  const key = `${who} ${width}`
  const known = contexts.get(key) ?? newContext(browser, width, token)
  contexts.set(key, known)
  return known
}

async function inBothModes(page: Page, name: string) {
  // On its side it matters what is in sight.
  const fullPage = HEIGHT === undefined && (await page.locator('dialog[open]').count()) === 0
  // A header that stays in sight would be in the middle of the picture.
  if (fullPage) await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of MODES) {
    await page.emulateMedia({ colorScheme })
    // Colours change over a moment, and a busy machine begins late.
    await page.waitForTimeout(500)
    await page.screenshot({ path: `screenshots/${name}-${colorScheme}.png`, fullPage })
  }
}

async function shoot(browser: Browser, screen: Screen, path: string, token: string | null) {
  for (const width of WIDTHS) {
    const page = await (await contextOf(browser, screen.who ?? 'visitor', width, token)).newPage()
    await page.goto(BASE + path, { waitUntil: 'networkidle' })
    // The guard's half second, and dialogs that open after it.
    await page.waitForTimeout(900)
    const button = screen.press && page.getByRole('button', { name: screen.press }).first()
    if (await button?.isVisible()) {
      await button?.click()
      await page.waitForTimeout(600)
    }
    if (screen.choose) await page.getByLabel(screen.choose).click()
    if (screen.tab) await page.getByRole('tab', { name: screen.tab }).click()
    if (screen.tab) await page.waitForLoadState('networkidle')
    await inBothModes(page, `${screen.name}-${width}`)
    await page.close()
  }
}

async function shootState(browser: Browser, stage: Stage, { name, set }: State) {
  for (const width of WIDTHS) {
    const { path, who, before, act } = await set(stage)
    const context = await newContext(browser, width, who?.token ?? null)
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await before?.(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    await act?.(page)
    await page.waitForTimeout(600)
    await inBothModes(page, `${name}-${width}`)
    await context.close()
  }
}

/** One seat of it is offered to the guest. */
async function offeredEvent(creatorToken: string | null, guestToken: string | null): Promise<number> {
  const [creator, guest] = [client(creatorToken ?? ''), client(guestToken ?? '')]
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const body = {
    ...{ title: 'Lantern Supper', description: 'One long table.', venue: 'The Boat Shed, Galway', isDraft: false },
    ...{ startTime: `${day}T19:30`, endTime: `${day}T22:30`, capacity: 1 },
  }
  const { id: eventId, version } = await creator.events.create({ body })
  const params = { eventId }
  await creator.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  await guest.waitingList.join({ params, body: { numberOfTickets: 2, atLeast: 1 } })
  await creator.events.update({ params, body: { ...body, version, capacity: 2 } })
  return eventId
}

const SUMMER_NIGHT = { isDraft: false, startTime: '2031-07-18T19:30', endTime: '2031-07-18T22:30', capacity: 50 }

/** A report about one event, and a decision about another, which is hidden since. */
async function reportedAndDecided(tokens: { newcomer: string; moderator: string }, ownId: number) {
  const report = { eventId: ownId, kind: 'facts' as const, text: 'The doors open at eight.' }
  const { reference } = await client().reports.send({ body: report })
  const { id: eventId } = await client(tokens.newcomer).events.create({
    body: { title: 'Miracle Pills at Half Price', description: 'Order today.', venue: 'Online', ...SUMMER_NIGHT },
  })
  const body = { subject: { eventId }, act: 'hide' as const, reason: 'spam' as const, text: 'This is no event.' }
  const decision = await client(tokens.moderator).moderation.decide({ body })
  return { reference, decided: decision.reference }
}

async function suspend(token: string, moderator: string) {
  const { id: accountId } = await client(token).users.profile()
  const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
  const body = { subject: { accountId }, act: 'suspend' as const, reason: 'spam' as const, until }
  await client(moderator).moderation.decide({ body })
}

/** The token of a signed link, from the first mail that says this. */
async function tokenFrom(dataDir: string, words: string): Promise<string | null> {
  const folder = join(dataDir, 'outbox')
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.eml')) continue
    const { text } = mailParts(await readFile(join(folder, file), 'utf8'))
    const token = text.includes(words) && /\/links\/([\w-]{34})/.exec(text)?.[1]
    if (token) return token
  }
  return null
}

async function tokenSoon(dataDir: string, words: string): Promise<string | null> {
  for (let tries = 0; tries < 20; tries++) {
    const token = await tokenFrom(dataDir, words).catch(() => null)
    if (token) return token
    await setTimeout(500)
  }
  return null
}

const words = process.argv.slice(2)
const isWanted = ({ name }: { name: string }) =>
  words.length === 0 || words.some((word) => (word.startsWith('=') ? name === word.slice(1) : name.includes(word)))
const wanted = SCREENS.filter(isWanted)
const dataDir = await mkdtemp(join(tmpdir(), 'hooley-screenshots-'))
await mkdir('screenshots', { recursive: true })
// First, because without a browser no server should be left behind.
const browser = await chromium.launch(BROWSER)
const stop = await startServer(dataDir)
try {
  const tokens = {
    visitor: null,
    creator: await signIn('creator'),
    guest: await signIn('guest'),
    moderator: await signIn('moderator'),
    newcomer: await signUp('Nora'),
    leaver: await signUp('Cian'),
    suspended: await signUp('Fionn'),
  }
  await client(tokens.leaver).account.deleteAccount()
  await suspend(tokens.suspended, tokens.moderator)
  const own = await client(tokens.creator).events.list({ query: { creator: 'me', limit: 1 } })
  const { items: upcoming } = await client().events.list({ query: { when: 'upcoming' } })
  const full = upcoming.find(({ isSoldOut }) => isSoldOut)
  const tickets = await client(tokens.guest).tickets.list()
  const first = tickets.find(({ eventId }) => upcoming.some(({ id }) => id === eventId))
  const ownId = own.items[0]?.id ?? 0
  const door = await client(tokens.creator).door.createLink({
    params: { eventId: ownId },
    body: { name: 'Main door', mayAdd: true },
  })
  const isLinkWanted = wanted.some(({ name }) => name.startsWith('link-'))
  const isOfferWanted = wanted.some(({ name }) => name.includes('offer'))
  const offered = isOfferWanted ? await offeredEvent(tokens.creator, tokens.guest) : null
  const past = await client(tokens.creator).events.list({ query: { creator: 'me', when: 'past', limit: 1 } })
  const [managed] = await client(tokens.guest).team.listManaged()
  const { reference, decided } = await reportedAndDecided(tokens, ownId)
  const songs = { title: 'Songs of the Western Islands', description: 'Four voices.', venue: 'An Taibhdhearc, Galway' }
  const waiting = await client(tokens.newcomer).events.create({ body: { ...songs, ...SUMMER_NIGHT } })
  const places = {
    'past-ticket': tickets.find(({ eventId }) => upcoming.every(({ id }) => id !== eventId))?.id,
    'in-review': waiting.id,
    'sent-report': reference,
    reported: ownId,
    decided,
    offered,
    'reminder-token': isLinkWanted ? await tokenSoon(dataDir, 'Are you still coming?') : null,
    'offer-token': isLinkWanted ? await tokenSoon(dataDir, 'and you are next') : null,
    over: past.items[0]?.id,
    managed: managed?.id,
    'by-creator': own.items[0]?.creatorId,
    own: ownId,
    first: first?.id,
    full: full?.id,
    '#link': `#${door.token}`,
  }
  const pathOf = ({ path }: Screen) =>
    Object.entries(places).reduce((text, [word, value]) => text.replace(word, String(value)), path)
  for (const screen of wanted) {
    if (pathOf(screen).endsWith('/null')) continue
    console.log(screen.name)
    await shoot(browser, screen, pathOf(screen), tokens[screen.who ?? 'visitor'])
  }
  const stage = makeStage(BASE, dataDir)
  for (const state of STATES.filter(isWanted)) {
    console.log(state.name)
    // One that no longer comes about is said, and the others are taken.
    await shootState(browser, stage, state).catch((error: unknown) => {
      console.error(state.name, error)
      process.exitCode = 1
    })
  }
} finally {
  await browser.close()
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}
