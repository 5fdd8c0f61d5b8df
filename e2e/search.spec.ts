// Search, filters and near me, which are off unless FEATURES says otherwise.
import ICAL from 'ical.js'
import { expectAccessible } from './support/axe.ts'
import { onFullSite } from './support/full-site.ts'
import { FULL_SITE } from './support/sites.ts'
import { expect, test } from './support/test.ts'

onFullSite()

test('somebody with a slip of the finger finds the fiddles, filters, and goes back @both', async ({
  page,
  isMobile,
  newVisitor,
}) => {
  await page.goto('/')
  if (isMobile) await page.getByRole('button', { name: 'Show search' }).click()
  const box = page.getByRole('combobox', { name: 'Search events' })
  await box.pressSequentially('fiddl')
  await expect(page.getByRole('option', { name: 'The Lonesome Row - Fiddle Night' })).toBeVisible()
  await box.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', /./)
  await expectAccessible(page)
  await box.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await box.fill('fidle')
  await box.press('Enter')
  await expect(page).toHaveURL('/events?q=fidle')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1, name: 'Find Events' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'The Lonesome Row - Fiddle Night' })).toBeVisible()
  await expect(main.getByRole('status')).toHaveText('1 event found')

  await main.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/events')
  await expect(main.getByRole('link', { name: 'Clear all' })).toHaveCount(0)
  if (isMobile) {
    await main.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filter and sort' })
    await sheet.getByLabel('Town').fill('Galway')
    await sheet.getByLabel('Places left').check()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Show events' }).click()
  } else {
    await main.getByRole('checkbox', { name: 'Places left' }).check()
    await expect(main.getByRole('link', { name: 'Remove Places left' })).toBeVisible()
    await main.getByRole('combobox', { name: 'Town' }).fill('Galway')
    await main.getByRole('combobox', { name: 'Town' }).press('Enter')
  }
  await expect(page).toHaveURL('/events?place=Galway&within=25&seats=1')
  await expect(main.getByRole('heading', { name: 'Galway Short Film Evening' })).toBeVisible()
  await expect(main.getByText(/km away/).first()).toBeVisible()
  await expectAccessible(page)

  // In another browser the address shows the same.
  const visitor = await newVisitor()
  await visitor.goto(page.url())
  const others = visitor.getByRole('main')
  await expect(others.getByRole('status')).toHaveText((await main.getByRole('status').textContent()) ?? '')
  expect(await others.getByRole('article').allTextContents()).toEqual(await main.getByRole('article').allTextContents())

  await main.getByRole('button', { name: 'Subscribe' }).click()
  const subscribe = page.getByRole('dialog', { name: 'Subscribe' })
  const feed = await subscribe.getByLabel('Address of the calendar').inputValue()
  expect(feed).toBe(`${FULL_SITE}/feeds/events.ics?place=Galway&within=25&seats=1`)
  const calendar = new ICAL.Component(ICAL.parse(await (await page.request.get(feed)).text()) as unknown[])
  const entries = calendar.getAllSubcomponents('vevent').map((entry) => entry.getFirstPropertyValue('summary'))
  expect(entries).toContain('Galway Short Film Evening')
  await subscribe.getByRole('button', { name: 'Close' }).click()

  // The same element says the next count: that is how screen readers notice.
  const count = main.getByRole('status')
  await count.evaluate((element) => element.setAttribute('data-was-here', ''))
  await main.getByRole('link', { name: 'Remove Places left' }).click()
  await expect(page).toHaveURL('/events?place=Galway&within=25')
  await expect(count).toHaveAttribute('data-was-here', '')
  await page.goBack()
  await expect(page).toHaveURL('/events?place=Galway&within=25&seats=1')
})

test('near me sends a rounded place, and puts what is nearest to the exact one first', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 53.34891, longitude: -6.27932 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await page.goto('/events')
  await page.getByRole('button', { name: 'Near me' }).click()
  await expect(page).toHaveURL('/events?near=53.3%2C-6.3&within=58&sort=nearest')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('The Lonesome Row - Fiddle Night')
  await expect(main.getByText('less than 1 km away').first()).toBeVisible()

  // The same after a reload, for which the browser is asked again without a question.
  await page.reload()
  await expect(main.getByText('less than 1 km away').first()).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('The Lonesome Row - Fiddle Night')
  expect(asked.filter((address) => /53\.34|6\.27/.test(address))).toEqual([])

  // Where that is no longer allowed, a rounded place is not shown as the truth.
  await context.clearPermissions()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(main.getByText('km away')).toHaveCount(0)
})

test('a search that finds nothing leads on to all events and to three of them', async ({ page }) => {
  await page.goto('/events?q=zzyzx')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Show all events' })).toHaveAttribute('href', '/events')
  await expect(main.getByRole('region', { name: 'Coming up' }).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'nothing found')
})

test('without JavaScript the box and the filters are plain forms', async ({ newVisitor }) => {
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/events')
  await page.getByRole('combobox', { name: 'Search events' }).fill('chess')
  await page.getByRole('combobox', { name: 'Search events' }).press('Enter')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 event found')
  const form = page.getByRole('form', { name: 'Filter and sort' })
  await form.getByLabel('Kind').selectOption('Online')
  await form.getByRole('button', { name: 'Show events' }).click()
  await expect(page.getByText('Nothing found. Try fewer words, other days or a larger area.')).toBeVisible()
})
