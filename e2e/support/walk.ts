// The walk: what axe has no rule for, on one screen or in one dialog, in a narrow and in a wide window. For every part
// e2e/walk-faults.spec.ts plants a fault.
import { expect, type CDPSession, type Page, type Request } from '@playwright/test'
import sharp from 'sharp'
import { installFields, type Fields } from './walk-fields.ts'
import { installKeyboard, type BoxInWindow, type Keyboard } from './walk-keyboard.ts'
import { installLooks, type Looks } from './walk-looks.ts'
import { logWalk, screensOfThisRun, seenInThisRun, type Seen } from './walk-seen.ts'
import { installTools, type WithTools } from './walk-tools.ts'

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
// 320 px are what the criterion for reflow names.
const REFLOW = { width: 320, height: 640 }

type InPage = Keyboard & Looks & Fields

/** What the page answers by itself. */
type Question = {
  [Name in keyof InPage]: InPage[Name] extends () => string[] ? Name : never
}[keyof InPage]

interface WithWalk {
  walk: InPage
}

/** Pages whose window has changed its size: what was preloaded for the first one may not be used then. */
export const resized = new WeakSet<Page>()

/** Of each kind of control one is looked at, pixel by pixel; where that finds a fault, it is looked at again. */
const looked = {
  focus: seenInThisRun('focus'),
  checked: seenInThisRun('checked'),
  forced: seenInThisRun('forced colours'),
  around: seenInThisRun('around'),
}
const screens = screensOfThisRun('screen')

const PARTS = [installTools, installKeyboard, installLooks, installFields].map((part) => `(${part.toString()})()`)

export const install = (page: Page) => page.evaluate(`if (!('walk' in window)) { ${PARTS.join(';')} }`)

/** In one message, because each waits for what the page is about to draw. */
const answersOf = (page: Page, questions: Question[]) =>
  page.evaluate((questions) => questions.map((question) => (window as unknown as WithWalk).walk[question]()), questions)

export const ask = async (page: Page, ...questions: Question[]) => (await answersOf(page, questions)).flat()

/** Two frames, also where a test has stopped the page's clock. */
const frames = (page: Page) =>
  page.waitForFunction(() => {
    const counted = window as unknown as { framesSeen?: number }
    counted.framesSeen = (counted.framesSeen ?? 0) + 1
    return counted.framesSeen % 2 === 0
  })

/** React may follow a new size a moment later: what is found is looked for again until it stays. */
async function lasting(page: Page, find: () => Promise<string[]>) {
  let found = await find()
  for (let turn = 0; turn < 3 && found.length > 0; turn++) {
    await frames(page)
    found = await find()
  }
  return found
}

async function askLasting(page: Page, ...questions: Question[]) {
  const answers = await answersOf(page, questions)
  const faults: string[] = []
  for (const [n, question] of questions.entries())
    if (answers[n]!.length > 0) faults.push(...(await lasting(page, () => ask(page, question))))
  return faults
}

async function resize(page: Page, size: { width: number; height: number }) {
  resized.add(page)
  await page.setViewportSize(size)
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

function devtoolsOf(page: Page) {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** In one go: the browser does one after the other. */
async function pressTab(page: Page, times: number) {
  const devtools = await devtoolsOf(page)
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  await Promise.all(
    Array.from({ length: times }).flatMap(() => [
      devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]),
  )
}

/** Tab through everything: its order is the one of reading, nothing traps it, and what has the focus is seen. */
export async function tabFaults(page: Page) {
  await pressTab(page, await page.evaluate(() => (window as unknown as WithWalk).walk.beginTabbing()))
  return ask(page, 'endTabbing')
}

/** The same without pressing for each. After a key the browser shows where the focus is. */
async function visitFaults(page: Page) {
  await pressTab(page, 1)
  return ask(page, 'visitStops')
}

const MARGIN = 6

/** The part of the page around a box, as far as the window shows it. */
function clipAround(page: Page, { x, y, width, height, scrolled, scale }: BoxInWindow) {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const [left, top] = [Math.max(0, x - MARGIN), Math.max(0, y - MARGIN)]
  const [right, bottom] = [Math.min(size.width, x + width + MARGIN), Math.min(size.height, y + height + MARGIN)]
  if (right - left < 1 || bottom - top < 1) return null
  return { x: left + scrolled.x, y: top + scrolled.y, width: right - left, height: bottom - top, scale }
}

type Clip = NonNullable<ReturnType<typeof clipAround>>

/** By the browser itself: Playwright's own takes twice as long for so small a picture. */
async function pixelsOf(page: Page, clip: Clip) {
  const devtools = await devtoolsOf(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip })
  return sharp(Buffer.from(data, 'base64')).removeAlpha().raw().toBuffer()
}

function differences(one: Buffer, other: Buffer) {
  let count = 0
  for (let at = 0; at < one.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > 40)) count++
  return count
}

const kindsOf = (page: Page) => page.evaluate(() => (window as unknown as WithWalk).walk.kinds())

type Kind = Awaited<ReturnType<typeof kindsOf>>[number]

/** Each kind of control that is not known yet; known is what has no fault. */
async function faultsOfKinds(page: Page, known: Seen, faultOf: (kind: Kind) => Promise<string | null>) {
  const faults: string[] = []
  for (const kind of await kindsOf(page)) {
    if (known.has(kind.key)) continue
    const fault = await faultOf(kind)
    if (fault === null) known.add(kind.key)
    else faults.push(fault)
  }
  return faults
}

const focusKind = (page: Page, { index }: Kind) =>
  page.evaluate((index) => (window as unknown as WithWalk).walk.focusKind(index), index)

const blur = (page: Page) => page.evaluate(() => (window as unknown as WithWalk).walk.blur())

/** With and without the focus: as many pixels differ as a line of 2 px around the control has. */
export const focusFaults = (page: Page, known = looked.focus) =>
  faultsOfKinds(page, known, async (kind) => {
    const box = await focusKind(page, kind)
    const clip = box && clipAround(page, box)
    if (!clip) return null
    const focused = await pixelsOf(page, clip)
    await blur(page)
    const count = differences(focused, await pixelsOf(page, clip))
    const least = 2 * 2 * (Math.min(box.width, clip.width) + Math.min(box.height, clip.height))
    return count < least ? `the focus of ${kind.name} changes ${count} pixels, not ${Math.round(least)}` : null
  })

/** Whether something is checked is seen in forced colours too. */
export const checkedFaults = (page: Page, known = looked.checked) =>
  faultsOfKinds(page, known, async (kind) => {
    if (!kind.isCheckable) return null
    const toggle = () => page.evaluate((index) => (window as unknown as WithWalk).walk.toggleKind(index), kind.index)
    const box = await focusKind(page, kind)
    await blur(page)
    const clip = box && clipAround(page, box)
    if (!clip) return null
    const isSame = async () => {
      const before = await pixelsOf(page, clip)
      await toggle()
      const after = await pixelsOf(page, clip)
      await toggle()
      return differences(before, after) < 10
    }
    if (!(await isSame())) return null
    // Where React draws what is checked, as with stars, this toggle shows in no colours.
    await page.emulateMedia({ forcedColors: 'none' })
    const isSameAnyway = await isSame()
    await page.emulateMedia({ forcedColors: 'active' })
    return isSameAnyway ? null : `${kind.name} looks the same checked and not, in forced colours`
  })

/** Nothing is cut and nothing scrolls sideways at 320 px, nor with the spacing of text that the criterion names. */
export async function reflowFaults(page: Page) {
  await resize(page, REFLOW)
  return (await askLasting(page, 'reflow')).map((fault) => `at 320 px ${fault}`)
}

export async function forcedColourFaults(page: Page, known = looked.forced) {
  const kinds = (await ask(page, 'kindsInForcedColours')).filter((kind) => !known.has(kind))
  if (kinds.length === 0) return []
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = [...(await ask(page, 'lostInForcedColours', 'lostBars')), ...(await checkedFaults(page))]
  await page.emulateMedia({ forcedColors: 'none' })
  if (faults.length === 0) for (const kind of kinds) known.add(kind)
  return faults
}

/** Whether the screen has room for a language with longer words. */
export async function lengthenedFaults(page: Page) {
  const faults: string[] = []
  for (const size of WIDTHS) {
    await resize(page, size)
    await frames(page)
    faults.push(...(await ask(page, 'sticksOut', 'cutText')).map((fault) => `at ${size.width} px: ${fault}`))
  }
  return faults
}

export const lengthen = (page: Page) => page.evaluate(() => (window as unknown as WithWalk).walk.lengthen())

export const choosingFaults = (page: Page) => page.evaluate(() => (window as unknown as WithWalk).walk.choose())

// What asks the server how a change would turn out changes nothing.
const ASKS_ONLY = /\/(preview|impact)$/

/** In a dialog a choice takes effect with its button, so that what the walk chose can be put back. */
export async function choosingInDialogFaults(page: Page) {
  const sent: string[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !ASKS_ONLY.test(pathname)) sent.push(`${request.method()} ${pathname}`)
  }
  page.on('request', note)
  const faults = await choosingFaults(page)
  page.off('request', note)
  return [...faults, ...sent.map((what) => `choosing in the dialog sends ${what}`)]
}

const ONCE: Question[] = [
  'pressLetters',
  'hoverReveals',
  'motion',
  'refusedPastes',
  'wrongTokens',
  'dragsWithoutButtons',
]

/** First the one that the window has: changing it takes longest. */
function sizesFor(page: Page) {
  const own = page.viewportSize()?.width
  return WIDTHS.toSorted((one, other) => Number(other.width === own) - Number(one.width === own))
}

interface How {
  sizes?: typeof WIDTHS
  atNewSize?: () => Promise<void>
}

async function faultsOf(page: Page, isInDialog: boolean, sizes: typeof WIDTHS, atNewSize?: () => Promise<void>) {
  const faults: string[] = []
  const isWhole = sizes.length === WIDTHS.length
  for (const size of sizes) {
    if (page.viewportSize()?.width !== size.width) {
      await resize(page, size)
      await frames(page)
      await atNewSize?.()
    }
    // Real keys once for each screen and dialog: each press waits for a frame.
    const hasKeys = isWhole && size === sizes[0]
    const found = await lasting(page, () => (hasKeys ? tabFaults(page) : visitFaults(page)))
    found.push(...(await askLasting(page, 'smallTargets', 'cutText', ...(size === sizes.at(-1) ? ONCE : []))))
    found.push(...(await lasting(page, () => focusFaults(page))))
    faults.push(...found.map((fault) => `at ${size.width} px: ${fault}`))
  }
  if (isInDialog) faults.push(...(await choosingInDialogFaults(page)))
  faults.push(...(await forcedColourFaults(page)))
  faults.push(...(await reflowFaults(page)))
  return faults
}

/**
 * Leaves the window, the place on the page and what has the focus as they were. A page's head and foot are walked over where
 * they have something new, and of a long list a few entries.
 */
export async function walkOver(page: Page, { sizes = sizesFor(page), atNewSize }: How = {}) {
  const before = page.viewportSize()
  const { around, isInDialog, isReduced, at } = await page.evaluate(() => {
    const { walkTools } = window as unknown as WithTools
    const focused = document.activeElement
    focused?.setAttribute('data-focused', '')
    return {
      around: walkTools.around(),
      isInDialog: walkTools.root() !== document.body,
      isReduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
      at: [scrollX, scrollY] as const,
    }
  })
  if (!isReduced) await page.emulateMedia({ reducedMotion: 'reduce' })
  const isKnown = around !== null && looked.around.has(around)
  await page.evaluate((isKnown) => (window as unknown as WithTools).walkTools.leaveOutRepeats(isKnown), isKnown)
  const faults = await faultsOf(page, isInDialog, sizes, atNewSize)
  if (around !== null && sizes.length === WIDTHS.length && faults.length === 0) looked.around.add(around)
  if (!isReduced) await page.emulateMedia({ reducedMotion: 'no-preference' })
  if (before) await page.setViewportSize(before)
  await page.evaluate(([x, y]) => {
    const { walkTools } = window as unknown as WithTools
    walkTools.putBack()
    const focused = document.querySelector<HTMLElement>('[data-focused]')
    focused?.removeAttribute('data-focused')
    focused?.focus({ preventScroll: true })
    scrollTo(x, y)
  }, at)
  return faults
}

export const screenOf = (page: Page) => page.evaluate(() => (window as unknown as WithTools).walkTools.screen())

/** Over a screen or dialog, and over a state of it that shows something new; whether this run had not seen it. */
export async function expectWalkable(page: Page, what = page.url()) {
  const began = performance.now()
  await install(page)
  const screen = await screenOf(page)
  const sizes = sizesFor(page)
  const state = screens.stateOf(screen, sizes[0]!.width)
  // What a state adds to a screen that was walked over is looked at in the window that it is in.
  if (state === 'new') sizes.pop()
  if (state !== 'known') {
    // A narrow window shows other things than a wide one.
    const kinds = new Set(screen.kinds)
    const atNewSize = async () => {
      for (const kind of (await screenOf(page)).kinds) kinds.add(kind)
    }
    const faults = await walkOver(page, { sizes, atNewSize })
    expect.soft(faults, `the walk over ${what}`).toEqual([])
    const widths = sizes.map(({ width }) => width)
    if (faults.length === 0) screens.add({ ...screen, kinds: [...kinds] }, widths)
  }
  logWalk({ what, state, ms: performance.now() - began })
  return state !== 'known'
}
