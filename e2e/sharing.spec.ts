// Sharing, which is off unless FEATURES says otherwise, and a page of another origin.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expectAccessible } from './support/axe.ts'
import { onFullSite } from './support/full-site.ts'
import { holdCall } from './support/hold-call.ts'
import { FULL_SITE } from './support/sites.ts'
import { expect, test } from './support/test.ts'

let elsewhere: Server
let host: string

/** As somebody writes it who copied the code; the second frame is one that may not be shown. */
const hostPage = (snippet: string) => `<!doctype html><html lang="en"><title>My band</title><body>
<h1>My band</h1>${snippet}
<iframe id="forbidden" src="${FULL_SITE}/events/1" title="forbidden"></iframe>
</body></html>`

onFullSite()

test.beforeAll(async () => {
  const { html } = (await (await fetch(`${FULL_SITE}/api/oembed?url=${FULL_SITE}/events/1`)).json()) as { html: string }
  elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(hostPage(html)),
  )
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  // Another host name is another site: nothing of ours is at hand in its frames.
  host = `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}`
})

test.afterAll(() => {
  elsewhere.close()
  elsewhere.closeAllConnections()
})

test("an event is embedded in somebody else's page at its full height, and opens in a tab", async ({
  page,
  context,
  expectedNoise,
}) => {
  expectedNoise.push("frame-ancestors 'none'", 'X-Frame-Options', 'ERR_BLOCKED_BY_RESPONSE')
  // The journeys' own script, in a frame that has no storage.
  expectedNoise.push("Failed to read the 'localStorage' property")
  await page.goto(host)
  const element = page.locator('iframe[src*="/embed/"]')
  const frame = page.frameLocator('iframe[src*="/embed/"]')
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  const heights = () => element.evaluate((iframe) => iframe.getBoundingClientRect().height)
  const content = () => frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
  await expect.poll(async () => (await heights()) - (await content())).toBe(0)
  // Narrower: taller, or lower where the picture shrinks.
  await element.evaluate((iframe) => (iframe.style.width = '260px'))
  await expect.poll(async () => (await heights()) - (await content())).toBe(0)
  // Believed is who sends from our origin and is that frame, and no height that is none.
  const told = (from: 'ours' | 'elsewhere', who: 'frame' | 'page', height: unknown) =>
    element.evaluate(
      (iframe: HTMLIFrameElement, [origin, who, height]) => {
        const source = who === 'frame' ? iframe.contentWindow : window
        dispatchEvent(new MessageEvent('message', { origin, source, data: { hooley: 'height', height } }))
        return iframe.style.height
      },
      [from === 'ours' ? FULL_SITE : 'https://elsewhere.example', who, height] as const,
    )
  const right = `${await content()}px`
  expect(await told('elsewhere', 'frame', 300)).toBe(right)
  expect(await told('ours', 'page', 300)).toBe(right)
  for (const height of ['300px', -1, null, 1e9, {}]) expect(await told('ours', 'frame', height)).toBe(right)
  expect(await told('ours', 'frame', 300)).toBe('300px')

  const addresses = () => page.frames().map((one) => one.url())
  await expect.poll(addresses).toContain('chrome-error://chromewebdata/')
  expect(addresses().filter((address) => address.startsWith(FULL_SITE))).toEqual([`${FULL_SITE}/embed/events/1`])

  const opened = context.waitForEvent('page')
  await frame.getByRole('link', { name: 'Book on Hooley' }).click()
  const tab = await opened
  await expect(tab).toHaveURL('/events/1?utm_source=embed')
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)
  await expect(page).toHaveURL(`${host}/`)
  expect(await context.cookies()).toEqual([])

  await page.goto('/embed/events/1')
  await expectAccessible(page)
})

test(
  'where the system has no sheet, ours copies, mails and shows a QR code and the code to embed',
  { tag: '@phone' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: FULL_SITE })
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    // The button is pressed while its code is still on its way.
    const code = await holdCall(page, /\/assets\/share-button-/)
    await page.goto('/events/1')
    await code.asked
    await page.getByRole('button', { name: 'Share' }).click()
    code.release()
    const sheet = page.getByRole('dialog', { name: 'Share this event' })
    await expect(sheet.getByRole('img', { name: 'QR code of the link to the event' })).toBeVisible()
    await expect(sheet.getByRole('link', { name: 'Mail' })).toHaveAttribute(
      'href',
      /^mailto:\?subject=.+%2Fevents%2F1$/,
    )
    await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=/)
    await sheet.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${FULL_SITE}/events/1`)
    await sheet.getByText('Show it on your own website').click()
    await sheet.getByRole('button', { name: 'Copy code' }).click()
    await expect(page.getByText('Code copied')).toBeVisible()
    const { html } = (await (await fetch(`${FULL_SITE}/api/oembed?url=${FULL_SITE}/events/1`)).json()) as {
      html: string
    }
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(html)
    await expectAccessible(page)
  },
)

test('where the system has a sheet, it is opened, and ours if it cannot', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    const share = (data: unknown) => {
      shared.push(data)
      return shared.length === 1
        ? Promise.resolve()
        : Promise.reject(new DOMException('', shared.length === 2 ? 'AbortError' : 'NotAllowedError'))
    }
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await page.goto('/events/1')
  const sheet = page.getByRole('dialog', { name: 'Share this event' })
  const shared = () => page.evaluate(() => (window as unknown as { shared: { url: string }[] }).shared)
  for (const times of [1, 2]) {
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(async () => (await shared()).length).toBe(times)
    await expect(sheet).toHaveCount(0)
  }
  expect((await shared())[0]?.url).toBe(`${FULL_SITE}/events/1`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(sheet).toBeVisible()
})
