// A first visit on a phone in a real Chromium: CPU four times slower, 1.6 Mbit/s down, 150 ms, empty cache. Ours and the
// same page without its scripts (support/product.ts), from the same server, in turns, five each, medians. Times differ
// by 10 % from run to run. Blocking: what tasks take beyond 50 ms each after the first paint. Interactive: React has taken
// the page over and the last long task is done; for the static page, that it is read, painted and its last long task done.
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { BROWSER } from '../e2e/support/browser.ts'
import type { Stage } from './support/stage.ts'
import { median, type Row } from './support/table.ts'

const VISITS = 5

interface Seen {
  lcp: number
  shift: number
  /** What moved, and when. */
  moved: string[]
  blocking: number
  interactive: number
}

interface Watched {
  lcp: number
  shift: number
  moved: string[]
  firstPaint: number
  /** When React had taken the page over. */
  taken: number
  tasks: [from: number, to: number][]
}

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

/** Runs in the page before anything of it. */
function watch() {
  const seen: Watched = { lcp: 0, shift: 0, moved: [], firstPaint: 0, taken: 0, tasks: [] }
  Object.assign(window, { seen })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  observe('layout-shift', (entry) => {
    const { startTime, value, sources } = entry as Shift
    seen.shift += value
    const nodes = sources.map(({ node }) => node?.textContent?.slice(0, 30) ?? node?.nodeName ?? 'what is gone')
    seen.moved.push(`${value.toFixed(3)} after ${Math.round(startTime)} ms: ${nodes.join(', ')}`)
  })
  observe('longtask', (entry) => seen.tasks.push([entry.startTime, entry.startTime + entry.duration]))
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  const look = () => {
    const main = document.querySelector('main')
    if (main && Object.keys(main).some((key) => key.startsWith('__react'))) seen.taken = performance.now()
    else setTimeout(look, 20)
  }
  look()
}

interface Phone {
  context: BrowserContext
  page: Page
  cdp: CDPSession
}

async function onPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page, cdp }
}

/** Over the protocol, because Playwright's own way brings a script along which is a task of 60 ms on this phone. */
async function ask<Answer>(cdp: CDPSession, expression: string): Promise<Answer> {
  const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true })
  return result.value as Answer
}

async function untilTakenOver(cdp: CDPSession) {
  for (let tries = 0; tries < 300; tries++) {
    if (await ask<boolean>(cdp, 'seen.taken > 0')) return
    await wait(100)
  }
  throw new Error('React did not take the page over within 30 seconds')
}

async function visit(browser: Browser, url: string, isStatic: boolean): Promise<Seen> {
  const { context, page, cdp } = await onPhone(browser)
  const { origin } = new URL(url)
  page.on('request', (request) => {
    const asked = request.url()
    if (!asked.startsWith(origin) && !/^(data|blob):/.test(asked)) throw new Error(`another origin was asked: ${asked}`)
  })
  await page.goto(url, { waitUntil: 'load' })
  if (!isStatic) await untilTakenOver(cdp)
  await wait(1_500)
  const loaded = `performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd`
  const seen = await ask<Watched & { loaded: number }>(cdp, `({ ...seen, loaded: ${loaded} })`)
  const { lcp, shift, moved, firstPaint, taken, tasks } = seen
  await context.close()
  // As Lighthouse counts: only what comes after the first paint keeps somebody from doing something.
  const blocks = tasks.map(([from, to]) => Math.max(0, to - Math.max(from, firstPaint) - 50))
  return {
    lcp,
    shift,
    moved,
    blocking: blocks.reduce((sum, block) => sum + block, 0),
    interactive: Math.max(isStatic ? Math.max(lcp, seen.loaded) : taken, ...tasks.map(([, to]) => to)),
  }
}

/** From a press on a card, prefetched while the finger or mouse was on its way, to the new title; nothing is slowed. */
async function navigation(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // Has been asked before: the location dialog does not lie over the cards.
  await page.addInitScript(() => localStorage.setItem('locationPermission', 'denied'))
  await page.goto(url, { waitUntil: 'networkidle' })
  const card = page.locator('main a[href^="/events/"]').nth(4)
  await card.scrollIntoViewIfNeeded()
  await card.hover()
  await page.waitForTimeout(500)
  const took = card.evaluate(
    (link: HTMLElement) =>
      new Promise<number>((resolve) => {
        const from = performance.now()
        const look = () =>
          location.pathname.startsWith('/events/') && document.querySelector('main h1')
            ? resolve(performance.now() - from)
            : requestAnimationFrame(look)
        link.click()
        look()
      }),
  )
  const milliseconds = await took
  await page.close()
  return milliseconds
}

export async function benchFirstVisit(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const server = await stage.product()
  const browser = await chromium.launch(BROWSER)
  const rows: Row[] = []
  for (const path of ['/', '/events', '/events/1']) {
    const ours: Seen[] = []
    const plain: Seen[] = []
    for (let n = 0; n < VISITS; n++) {
      say(`  ${path}, visit ${n + 1} of ${VISITS}`)
      ours.push(await visit(browser, server.url + path, false))
      plain.push(await visit(browser, `${server.url}/without-scripts${path}`, true))
    }
    for (const moved of new Set(ours.flatMap((seen) => seen.moved))) say(`    moved ${moved}`)
    const of = (visits: Seen[], what: keyof Omit<Seen, 'moved'>) => median(visits.map((seen) => seen[what]))
    const first = `first visit of ${path}`
    rows.push(
      { what: `${first}: LCP`, figure: of(ours, 'lcp'), unit: 'ms', limit: of(plain, 'lcp'), aim: { atMost: 1.25 } },
      { what: `${first}: blocking time`, figure: of(ours, 'blocking'), unit: 'ms', limit: 100, aim: { atMost: 1 } },
      { what: `${first}: layout shift`, figure: of(ours, 'shift'), unit: '', limit: 0.01, aim: { atMost: 1 } },
      {
        what: `${first}: interactive`,
        figure: of(ours, 'interactive'),
        unit: 'ms',
        limit: of(plain, 'interactive'),
        aim: { atMost: 2.5 },
      },
    )
  }
  say('  from a card to its page')
  const times: number[] = []
  for (let n = 0; n < VISITS; n++) times.push(await navigation(browser, server.url))
  rows.push({ what: 'from a card to its page', figure: median(times), unit: 'ms', limit: 100, aim: { atMost: 1 } })
  await browser.close()
  await server.stop()
  return rows
}
