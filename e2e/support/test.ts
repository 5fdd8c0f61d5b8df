// Typed fixtures: a signed-in person, the API, and a page whose console must stay quiet.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { createClient, type Client } from '../../contract/client.ts'
import { httpCaller } from '../../contract/http-caller.ts'
import { resized } from './walk.ts'

export interface Member {
  email: string
  password: string
  token: string
  api: Client
}

interface Fixtures {
  /** The API as a visitor. */
  api: Client
  newMember: (name?: { firstName?: string; lastName?: string }) => Promise<Member>
  /** Somebody who books two seats with an address that has no account, in another browser. */
  newBooker: (event: { id: number }) => Promise<Pick<Member, 'email' | 'api'>>
  /** Puts the member's token on the device, as if they had signed in. */
  signInAs: (member: Member, page?: Page) => Promise<void>
  /** A page of another visitor, in their own browser. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
  /** false: the visitor has pressed Not Now before, so that no location dialog interrupts a journey. */
  asksForLocation: boolean
  /** Console messages that this test expects, as substrings. */
  expectedNoise: string[]
}

/** `E2E_SLOWDOWN=2`: the pages' processor works at half its speed, to find what only a quick machine gets right. */
const SLOWDOWN = Number(process.env.E2E_SLOWDOWN ?? 1)

/** `E2E_LATE=1500`: scripts, API answers and pages' data come that many milliseconds late, as on a slow line. */
const LATE_MS = Number(process.env.E2E_LATE ?? 0)

const comesLate = ({ pathname }: URL) => /\.(js|data)$/.test(pathname) || pathname.startsWith('/api/')

async function slowDown(page: Page) {
  if (LATE_MS > 0) {
    await page.route(comesLate, async (route) => {
      await setTimeout(LATE_MS)
      // The page may be closed by now, and its journey over.
      await route.fallback().catch(() => undefined)
    })
  }
  if (SLOWDOWN === 1) return
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

const pressNotNow = (context: BrowserContext) =>
  context.addInitScript(() => {
    if (!localStorage.getItem('locationPermission')) localStorage.setItem('locationPermission', 'denied')
  })

const clientFor = (baseUrl: string, token?: string) => createClient(httpCaller({ baseUrl, token: () => token ?? null }))

export const test = base.extend<Fixtures>({
  asksForLocation: [false, { option: true }],

  context: async ({ context, asksForLocation }, use) => {
    if (!asksForLocation) await pressNotNow(context)
    await use(context)
  },

  expectedNoise: async ({}, use) => use([]),

  page: async ({ page, expectedNoise }, use) => {
    await slowDown(page)
    const noise: { text: string; url: string }[] = []
    page.on('console', (message) => {
      const { url } = message.location()
      if (['error', 'warning'].includes(message.type())) noise.push({ text: message.text(), url })
    })
    page.on('pageerror', (error) => noise.push({ text: String(error), url: page.url() }))
    await use(page)
    // What is expected is looked for in the text alone: a number may be part of any address.
    if (resized.has(page)) expectedNoise.push('was preloaded using link preload')
    expectedNoise.push('Service Worker registration blocked by Playwright')
    const unexpected = noise.filter(({ text }) => !expectedNoise.some((expected) => text.includes(expected)))
    expect(unexpected, 'the browser console stays quiet').toEqual([])
  },

  newVisitor: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      await pressNotNow(context)
      const page = await context.newPage()
      await slowDown(page)
      return page
    })
    for (const context of contexts) await context.close()
  },

  api: async ({ baseURL }, use) => use(clientFor(baseURL ?? '')),

  newMember: async ({ baseURL, api }, use) =>
    use(async ({ firstName = 'Nora', lastName = 'Byrne' } = {}) => {
      const email = `${randomUUID()}@example.org`
      const password = 'correct horse'
      const { access_token: token } = await api.auth.register({ body: { email, password, firstName, lastName } })
      return { email, password, token, api: clientFor(baseURL ?? '', token) }
    }),

  newBooker: async ({ baseURL, api }, use) =>
    use(async ({ id: eventId }) => {
      const email = `${randomUUID()}@example.org`
      const answer = await api.tickets.quick({ body: { eventId, numberOfTickets: 2, name: 'Ada Byrne', email } })
      if (!('access_token' in answer)) throw new Error('this address has an account')
      return { email, api: clientFor(baseURL ?? '', answer.access_token) }
    }),

  signInAs: async ({ page }, use) =>
    use(async (member, on = page) => {
      await on.addInitScript((token) => {
        if (!sessionStorage.getItem('signed-in-once')) localStorage.setItem('token', token)
        sessionStorage.setItem('signed-in-once', 'yes')
      }, member.token)
    }),
})

export { expect }
