// Other languages: room for words that are 40 % longer, letters from our own typeface, and titles written from right to left.
import type { Locator, Page } from '@playwright/test'
import { create } from './support/booking.ts'
import { hydrated } from './support/full-site.ts'
import { mailsTo } from './support/mails.ts'
import { install, lengthen, lengthenedFaults } from './support/walk.ts'
import { expect, test } from './support/test.ts'

test('ten main screens have room for words that are 40 % longer', async ({ page, newMember, signInAs }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const member = await newMember()
  const { id } = await create(member)
  const ticket = await member.api.tickets.book({ body: { eventId: id, numberOfTickets: 2 } })
  await signInAs(member)
  const screens = [
    '/',
    '/events',
    '/contact',
    `/events/${id}`,
    '/my-bookings',
    `/my-bookings/${ticket.id}`,
    '/my-events',
    `/events/${id}/manage`,
    '/create-event',
    '/account-details',
    '/settings',
  ]
  for (const screen of screens) {
    await page.goto(screen)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await hydrated(page)
    await install(page)
    await lengthen(page)
    expect.soft(await lengthenedFaults(page), screen).toEqual([])
  }
  // A button as wide as its English words is found.
  await page.goto('/contact')
  await hydrated(page)
  await install(page)
  await page.evaluate(() => {
    const button = document.querySelector('main')!.appendChild(document.createElement('button'))
    button.textContent = 'Fixed reservation'
    button.style.cssText = 'white-space: nowrap; padding: 0; border: 0'
    button.style.width = `${button.offsetWidth}px`
  })
  await lengthen(page)
  expect((await lengthenedFaults(page)).join()).toMatch(/sticks out of button “Fixed/)
})

/** The fonts that Chromium has really drawn an element's letters with. */
async function fontsOf(page: Page, selector: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName, isCustomFont }) => `${isCustomFont ? 'ours' : 'the device’s'}: ${familyName}`)
}

const OURS = [expect.stringMatching(/^ours: Bricolage Grotesque/)]

test('letters of Polish, Czech, Turkish, Hungarian and Romanian are drawn in our own typeface', async ({
  page,
  newMember,
}) => {
  const member = await newMember()
  for (const [language, title] of [
    ['pl', 'Zażółć gęślą jaźń'],
    ['cs', 'Příliš žluťoučký kůň'],
    ['tr', 'Şölen ığdır çağrısı İĞ'],
    ['hu', 'Árvíztűrő tükörfúrógép'],
    ['ro', 'Țuică și brânză'],
  ] as const) {
    const { id } = await create(member, { title, language })
    await page.goto(`/events/${id}`)
    await expect(page.locator('h1')).toHaveAttribute('lang', language)
    await page.evaluate(() => document.fonts.ready)
    await expect.poll(() => fontsOf(page, 'h1'), title).toEqual(OURS)
  }
  // What our typeface has no letters for comes from the device: the check sees the difference.
  const { id } = await create(member, { title: 'ليلة العود', language: 'ar' })
  await page.goto(`/events/${id}`)
  await expect.poll(() => fontsOf(page, 'h1')).not.toEqual(OURS)
})

const direction = (part: Locator) => part.evaluate((element) => getComputedStyle(element).direction)

for (const [name, language, title] of [
  ['Arabic', 'ar', 'ليلة العود (2031)'],
  ['Hebrew', 'he', 'ערב ניגונים!'],
] as const)
  test(`a title in ${name} runs from right to left on the page, the card, the ticket and in the email`, async ({
    page,
    newMember,
    signInAs,
  }) => {
    const [creator, guest] = [await newMember(), await newMember()]
    const { id } = await create(creator, { title, language })
    const ticket = await guest.api.tickets.book({ body: { eventId: id, numberOfTickets: 1 } })
    await signInAs(guest)
    await page.goto(`/events/${id}`)
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toHaveAttribute('lang', language)
    expect(await direction(heading), 'page').toBe('rtl')
    await page.goto('/my-bookings')
    const card = page.getByRole('heading', { name: title })
    await expect(card).toHaveAttribute('lang', language)
    expect(await direction(card), 'card').toBe('rtl')
    await page.goto(`/my-bookings/${ticket.id}`)
    const onTicket = page.getByRole('heading', { level: 1, name: title })
    await expect(onTicket).toHaveAttribute('lang', language)
    expect(await direction(onTicket), 'ticket').toBe('rtl')

    await expect.poll(() => mailsTo(guest.email).length).toBe(1)
    const email = await page.context().newPage()
    await email.setContent(htmlOf(mailsTo(guest.email)[0] ?? ''))
    const named = email.getByText(title, { exact: true }).locator('visible=true').first()
    await expect(named).toBeVisible()
    expect(await direction(named), 'email').toBe('rtl')
  })

/** Where a title is read in the language of the page. */
const readInEnglish = (page: Page, title: string) =>
  page.evaluate((title) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { parentElement: holder, textContent } = texts.currentNode
      if (textContent?.includes(title) && !holder?.closest('[lang=ga], script')) found.push(holder?.outerHTML ?? '')
    }
    return found
  }, title)

test('a title is read in its own language on every screen of its organiser and its guests', async ({
  page,
  newMember,
  signInAs,
}) => {
  const title = 'Oíche na bhFiodóirí'
  const creator = await newMember()
  const { id, creatorId } = await create(creator, { title, language: 'ga' })
  const ticket = await creator.api.tickets.book({ body: { eventId: id, numberOfTickets: 1 } })
  await signInAs(creator)
  for (const screen of [
    `/events/${id}`,
    '/my-events',
    `/events/${id}/manage`,
    '/my-bookings',
    `/my-bookings/${ticket.id}`,
    `/creators/${creatorId}`,
    '/insights',
  ]) {
    await page.goto(screen)
    await expect(page.getByRole('main').getByText(title).first(), screen).toBeVisible()
    expect.soft(await readInEnglish(page, title), screen).toEqual([])
  }
  await page
    .locator('main [lang=ga]')
    .first()
    .evaluate((element) => element.removeAttribute('lang'))
  expect(await readInEnglish(page, title)).not.toEqual([])
})

function htmlOf(source: string) {
  const part = source.split(/\r?\n--/).find((text) => /^Content-Type: text\/html/im.test(text)) ?? ''
  const [head = '', body = ''] = part.split(/\r?\n\r?\n(.*)/s)
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
