// `npm run screenshots`: every screen at three widths in both modes, into screenshots/ (ignored by git).
// `npm run screenshots -- home event` takes only the screens whose names contain one of the words; WIDTHS=390,1280 other
// widths; FEATURES=all with every feature that is built.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { BROWSER } from '../e2e/support/browser.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { mailParts } from '../server/test-support/mail-parts.ts'

const PORT = Number(process.env.PORT ?? 3990)
const BASE = `http://127.0.0.1:${PORT}`
const WIDTHS = (process.env.WIDTHS ?? '390,820,1440').split(',').map(Number)
const MODES = ['light', 'dark'] as const

type Who = 'visitor' | 'creator' | 'guest' | 'moderator' | 'newcomer' | 'leaver'

interface Screen {
  name: string
  path: string
  who?: Who
  /** A button that is pressed before the picture is taken, if it is there. */
  press?: RegExp
  /** Pressed before the picture is taken. */
  tab?: string
  /** A choice that is made before the picture is taken. */
  choose?: string
}

const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'events', path: '/events' },
  { name: 'events-found', path: '/events?place=Dublin&when=week&seats=1' },
  { name: 'events-nothing-found', path: '/events?q=chess+samba' },
  { name: 'upcoming', path: '/upcoming-events' },
  { name: 'popular', path: '/popular-events' },
  { name: 'recommended', path: '/recommended-events' },
  { name: 'recommended-member', path: '/recommended-events', who: 'guest' },
  { name: 'featured', path: '/featured' },
  { name: 'home-member', path: '/', who: 'guest' },
  { name: 'creator', path: '/creators/by-creator' },
  { name: 'creator-followed', path: '/creators/by-creator', who: 'guest' },
  { name: 'creator-own', path: '/creators/by-creator', who: 'creator' },
  { name: 'creator-past', path: '/creators/by-creator?when=past' },
  { name: 'event', path: '/events/1' },
  { name: 'event-going', path: '/events/1', who: 'guest' },
  { name: 'event-teal', path: '/events/3' },
  { name: 'event-creator', path: '/events/own', who: 'creator' },
  { name: 'event-waiting', path: '/events/in-review', who: 'newcomer' },
  { name: 'event-edit', path: '/events/own/edit', who: 'creator' },
  { name: 'manage', path: '/events/own/manage', who: 'creator' },
  { name: 'manage-over', path: '/events/over/manage', who: 'creator' },
  { name: 'event-manager', path: '/events/managed', who: 'guest' },
  { name: 'my-events-manager', path: '/my-events', who: 'guest' },
  // With a waiting list.
  { name: 'manage-sold-out', path: '/events/full/manage', who: 'creator' },
  // A link is made for it; its token stands in the fragment.
  { name: 'door', path: '/door#link' },
  { name: 'create-event', path: '/create-event', who: 'creator' },
  { name: 'create-event-copy', path: '/create-event?copy=own', who: 'creator' },
  { name: 'my-events', path: '/my-events', who: 'creator' },
  { name: 'my-events-signed-out', path: '/my-events' },
  { name: 'my-bookings', path: '/my-bookings', who: 'guest' },
  { name: 'my-bookings-signed-out', path: '/my-bookings' },
  { name: 'saved', path: '/saved', who: 'guest' },
  { name: 'saved-signed-out', path: '/saved' },
  { name: 'notices', path: '/notices', who: 'guest' },
  { name: 'ticket', path: '/my-bookings/first', who: 'guest' },
  { name: 'event-sold-out', path: '/events/full' },
  { name: 'share-sheet', path: '/events/1', press: /^Share$/ },
  { name: 'embed', path: '/embed/events/1' },
  { name: 'embed-creator', path: '/embed/creators/1' },
  { name: 'link-invalid', path: '/links/example' },
  // Nobody's: what was decided about somebody is their own.
  { name: 'decision-unknown', path: '/decisions/D-ABCDEFGHIJ', who: 'guest' },
  { name: 'place-taken-back', path: '/places/example' },
  { name: 'account', path: '/account', who: 'guest' },
  { name: 'account-details', path: '/account-details', who: 'guest' },
  { name: 'account-security', path: '/account-details', who: 'guest', tab: 'Password & Security' },
  { name: 'settings', path: '/settings', who: 'guest' },
  // A new account: its address is not confirmed yet.
  { name: 'account-details-new', path: '/account-details', who: 'newcomer' },
  // And one that is about to be deleted.
  { name: 'keep-account', path: '/account', who: 'leaver' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'reset-password', path: '/reset-password?token=example' },
  { name: 'reset-password-invalid', path: '/reset-password' },
  { name: 'callback-failed', path: '/auth/google/callback?error=not_configured' },
  { name: 'about', path: '/about' },
  { name: 'team', path: '/team' },
  { name: 'contact', path: '/contact' },
  { name: 'faq', path: '/faq' },
  { name: 'help', path: '/help' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'cookies', path: '/cookies' },
  { name: 'rules', path: '/rules' },
  { name: 'report', path: '/report?event=1', choose: 'It is illegal' },
  { name: 'report-status', path: '/report/sent-report' },
  { name: 'moderation', path: '/moderation', who: 'moderator' },
  { name: 'moderation-decide', path: '/moderation', who: 'moderator', press: /^Hide / },
  { name: 'moderation-event', path: '/moderation/events/reported', who: 'moderator' },
  { name: 'moderation-account', path: '/moderation/accounts/by-creator', who: 'moderator' },
  { name: 'moderation-decisions', path: '/moderation/decisions', who: 'moderator' },
  { name: 'moderation-log', path: '/moderation/log', who: 'moderator' },
  { name: 'moderation-featured', path: '/moderation/featured', who: 'moderator' },
  { name: 'moderation-refused', path: '/moderation', who: 'guest' },
  { name: 'decision', path: '/decisions/decided', who: 'newcomer' },
  { name: 'my-events-hidden', path: '/my-events', who: 'newcomer' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'waiting-list-join', path: '/events/full', press: /^Join the waiting list$/ },
  { name: 'waiting-list-place', path: '/events/full', who: 'guest', press: /^Place / },
  { name: 'waiting-list-offer', path: '/events/offered', who: 'guest', press: /for you$/ },
  { name: 'ticket-fewer', path: '/my-bookings/first', who: 'guest', press: /^Fewer of us$/ },
  // Tokens of mails in the outbox; where there is no such mail (an offer at night), there is no picture.
  { name: 'link-reminder', path: '/links/reminder-token' },
  { name: 'link-offer', path: '/links/offer-token' },
  // Last, because it is no more what it was.
  { name: 'ticket-given-back', path: '/my-bookings/first', who: 'guest', press: /^Can't come$/ },
]

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

async function shoot(browser: Browser, screen: Screen, path: string, token: string | null) {
  for (const mode of MODES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        viewport: { width, height: width < 800 ? 844 : 1000 },
        colorScheme: mode,
        reducedMotion: 'reduce',
      })
      await context.addInitScript((value) => {
        localStorage.setItem('locationPermission', 'denied')
        if (value) localStorage.setItem('token', value)
      }, token)
      const page = await context.newPage()
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
      const fullPage = (await page.locator('dialog[open]').count()) === 0
      await page.screenshot({ path: `screenshots/${screen.name}-${width}-${mode}.png`, fullPage })
      await context.close()
    }
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
const wanted = SCREENS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const dataDir = await mkdtemp(join(tmpdir(), 'hooley-screenshots-'))
await mkdir('screenshots', { recursive: true })
const stop = await startServer(dataDir)
const browser = await chromium.launch(BROWSER)
try {
  const tokens = {
    visitor: null,
    creator: await signIn('creator'),
    guest: await signIn('guest'),
    moderator: await signIn('moderator'),
    newcomer: await signUp('Nora'),
    leaver: await signUp('Cian'),
  }
  await client(tokens.leaver).account.deleteAccount()
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
} finally {
  await browser.close()
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}
