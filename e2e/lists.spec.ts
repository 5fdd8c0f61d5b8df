import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { expect, test } from './support/test.ts'

const LISTS = [
  ['/events', 'Find Events', 'Browse and manage your events'],
  ['/upcoming-events', 'Upcoming Events', 'Discover exciting upcoming events'],
  ['/popular-events', 'Popular Events', 'Discover popular events you might like'],
  ['/recommended-events', 'Recommended Events', 'Discover popular events you might like'],
] as const

test('every list has its title and subtitle; Find Events offers Create Event, and filters that are not there yet', async ({
  request,
}) => {
  for (const [path, title, subtitle] of LISTS) {
    const html = await (await request.get(path)).text()
    expect(html).toMatch(new RegExp(`<h1>${title}</h1><p[^>]*>${subtitle}</p>`))
  }
  const html = await (await request.get('/events')).text()
  const [head = ''] = /<main.*?<\/header>/s.exec(html) ?? []
  expect(head).toMatch(/<a [^>]*href="\/create-event"[^>]*>.*? Create Event<\/a>/)
  expect(head).toMatch(/inert="".* Filter<.* Sort<.*>Coming Soon</)
  // Subscribing can be pressed, what is not there yet cannot.
  expect(head.match(/<button.*?<\/button>/gs)).toEqual([expect.stringContaining('Subscribe')])
})

test('the list grows as the reader scrolls, whole cards open the event, and it is found as it was left', async ({
  page,
}) => {
  await page.goto('/events')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(24)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect.poll(() => cards.count()).toBeGreaterThan(24)

  const last = cards.nth(40)
  await last.scrollIntoViewIfNeeded()
  const shown = await cards.count()
  const before = await page.evaluate(() => Math.round(scrollY))
  const name = await last.getByRole('heading').innerText()
  await last.click({ position: { x: 20, y: 20 } })
  await expect(page).toHaveURL(/\/events\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(shown)
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before)

  const links = await cards.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links).size, 'no event is listed twice').toBe(links.length)
})

test('a page that cannot be loaded says so beside the button and comes when asked again', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push('ERR_FAILED', 'Failed to load resource')
  await page.route(/cursor=/, (route) => route.abort())
  await page.goto('/events')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect(main.getByRole('alert')).toHaveText('Failed to fetch events.')
  await page.unroute(/cursor=/)
  await main.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect.poll(() => main.getByRole('listitem').getByRole('heading').count()).toBeGreaterThan(24)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a list is read page by page with its Load more button', async ({ page }) => {
    await page.goto('/events')
    const addresses = () =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const first = await addresses()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page).toHaveURL(/\/events\?cursor=/)
    const second = await addresses()
    expect(second.length).toBeGreaterThan(0)
    expect(second.filter((address) => first.includes(address))).toEqual([])
    await page.getByRole('link', { name: 'Back to the first events' }).click()
    await expect(page).toHaveURL('/events')
  })
})

test('a list reads as time: today first, and what is over under its own heading, marked Ended', async ({
  page,
  api,
  newMember,
}) => {
  const member = await newMember()
  const title = `On right now ${member.email}`
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  await create(member, { title, startTime: at(-1), endTime: at(1) })
  await page.goto('/events')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toHaveText('Today')
  await expect(page.getByRole('region', { name: 'Today' }).getByText(title)).toBeVisible()

  const { items } = await api.events.list({ query: { when: 'past', limit: 1 } })
  const past = page.getByRole('region', { name: 'Past events' })
  const card = past.getByRole('listitem').filter({ has: page.getByRole('heading', { name: items[0]!.title }) })
  // As many pages as the other journeys have made events for.
  await expect(async () => {
    const more = page.getByRole('button', { name: 'Load more' })
    if (await more.isVisible()) await more.scrollIntoViewIfNeeded()
    await expect(card).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(card).toContainText('Ended')
  await expect(past.getByText('Sold out')).toHaveCount(0)
  await expect(headings.last()).toHaveText('Past events')
})

test(
  'what is missing is drawn, with one next step and three other events',
  { tag: '@both' },
  async ({ page, expectedNoise }) => {
    expectedNoise.push('404')
    for (const [path, next] of [
      ['/no-such-page', 'Go to Homepage'],
      ['/events/99999999', 'Browse Events'],
    ] as const) {
      await page.goto(path)
      const others = page.getByRole('region', { name: 'Coming up' })
      await expect(others.getByRole('link')).toHaveCount(3)
      await expect(page.getByRole('main').getByRole('link')).toHaveCount(4)
      await expect(page.getByRole('main').getByRole('link').first()).toHaveText(next)
      const drawn = await page.getByRole('heading', { level: 1 }).evaluate(async (heading) => {
        const { backgroundImage, height } = getComputedStyle(heading.parentElement!, '::before')
        const reply = await fetch(/url\("(.*)"\)/.exec(backgroundImage)?.[1] ?? '')
        return { type: reply.headers.get('content-type'), height: parseFloat(height) }
      })
      expect(drawn.type, path).toContain('image/svg+xml')
      expect(drawn.height, path).toBeGreaterThan(100)
      await expectAccessible(page, path)
    }
  },
)
