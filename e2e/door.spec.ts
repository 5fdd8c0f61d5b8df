import { expectAccessible } from './support/axe.ts'
import { kept, keptOffline, newNight, verdict, wedge } from './support/door.ts'
import { launchWithCamera } from './support/fake-camera.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('the camera reads a ticket, and its token is in no address', async ({ newMember, baseURL }) => {
  const night = await newNight(newMember)
  const [code, other] = [await night.book(), await night.book()]
  const { url } = await night.openLink('Main door', false)
  const browser = await launchWithCamera(code)
  try {
    const page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(url)
    await page.getByRole('button', { name: 'Start the camera' }).click()
    await expect(verdict(page)).toContainText('In')
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'in')
    await expect(page.getByRole('status')).toHaveText('All sent')
    expect(await night.counts()).toMatchObject({ admitted: 1, doors: [{ name: 'Main door', admitted: 1 }] })
    expect(page.url()).toBe(`${baseURL}/door`)
    expect(asked.filter((address) => address.includes(url.split('#')[1] ?? '-'))).toEqual([])
    // A link that only scans knows no names and no ends of codes, and needs the whole code.
    await expect(page.getByLabel('Name, or last 5 of the code')).toHaveCount(0)
    await expect(page.getByText('Aoife')).toHaveCount(0)
    await page.getByLabel('Code').fill(other.slice(-5))
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Please type the whole code.')).toBeVisible()
    expect(await keptOffline(page)).toContain('Main door')
    expect(await keptOffline(page)).not.toContain(other.slice(-5))

    // Once it was allowed, the camera starts by itself, and can be stopped.
    const allowed = await browser.newContext({
      baseURL,
      viewport: { width: 390, height: 844 },
      permissions: ['camera'],
    })
    const again = await allowed.newPage()
    await again.goto(url)
    await expect(verdict(again)).toHaveAttribute('data-verdict', 'already-in')
    await verdict(again).getByRole('button', { name: 'Close' }).click()
    await again.getByRole('button', { name: 'Stop the camera' }).click()
    await expect(again.getByRole('button', { name: 'Start the camera' })).toBeVisible()
    expect(await again.evaluate(() => document.querySelector('video')?.srcObject)).toBeNull()
  } finally {
    await browser.close()
  }
})

test(
  'a group, an undo, a walk-in, one over, a name and a scanner that types',
  { tag: '@phone' },
  async ({ page, newMember }) => {
    const night = await newNight(newMember, 6)
    const [group, single] = [await night.book(4), await night.book()]
    await page.goto((await night.openLink('Desk')).url)
    const shown = verdict(page)
    await expect(page.getByRole('status')).toHaveText('Ready')
    await wedge(page, group)
    await expect(shown).toContainText('4 places, 0 in')
    await shown.getByRole('button', { name: '+2' }).click()
    await expect(shown).toContainText('2 of 4 places in')
    await wedge(page, group)
    await expect(shown).toContainText('4 places, 2 in')
    await shown.getByRole('button', { name: 'All 2' }).click()
    await expect(shown).toContainText('4 of 4 places in')
    await wedge(page, group)
    await expect(shown).toContainText(/Already in.*by Desk/s)
    await expectAccessible(page, 'the door with a verdict')

    const find = page.getByLabel('Name, or last 5 of the code')
    await find.fill(single.toLowerCase())
    await find.press('Enter')
    await expect(shown).toHaveAttribute('data-verdict', 'in')
    await shown.getByRole('button', { name: 'Undo' }).click()
    await expect(shown).toBeHidden()
    await expect(page.getByRole('status')).toContainText('Undone: Aoife Kelly +1.')
    await expect.poll(async () => (await night.counts()).admitted).toBe(4)

    await find.fill('ao')
    await page.getByRole('button', { name: /Aoife Kelly.*0 of 1 in/ }).click()
    await shown.getByRole('button', { name: 'Let Aoife Kelly in' }).click()
    await expect(shown).toContainText('Aoife Kelly')

    await page.getByLabel('Walk-in').fill('Brían')
    await page.getByRole('button', { name: 'Let in' }).click()
    await expect(shown).toContainText('Brían')
    await page.getByRole('button', { name: 'Let in' }).click()
    await page.getByRole('button', { name: 'Yes, 1 over' }).click()
    await expect(page.getByText(/of 6 in, 1 over/)).toBeVisible()
    expect(await night.counts()).toMatchObject({ admitted: 7, overLimit: 1, sold: 6 })

    await page.getByText('Let in by this device').click()
    await page.getByRole('listitem').filter({ hasText: 'Brían' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByLabel('Why?').fill('Left again')
    await page.getByLabel('Why?').press('Enter')
    await expect.poll(async () => (await night.counts()).admitted).toBe(6)
    await expectAccessible(page, 'the door')
  },
)

test(
  'the last five characters find a guest without a network, in the dark, and a tap lets them in',
  { tag: '@phone' },
  async ({ page, context, newMember, expectedNoise }) => {
    expectedNoise.push('Failed to load resource', 'net::ERR_INTERNET_DISCONNECTED')
    const night = await newNight(newMember)
    const [one, two, three] = [await night.book(), await night.book(2), await night.book(3)]
    const ends = [one, two, three].map((code) => code.slice(-5))
    // Two that end alike: among ten thousand bookings there are one or two such pairs.
    await page.route('**/api/door', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(ends[2] ?? '-', ends[1] ?? '-') })
    })
    await page.goto((await night.openLink('Desk')).url)
    await expect(page.getByRole('status')).toHaveText('Ready')
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await kept(page)
    expect(await keptOffline(page)).toContain(ends[0])
    await context.setOffline(true)
    await page.reload()
    const [find, shown] = [page.getByLabel('Name, or last 5 of the code'), verdict(page)]
    await find.pressSequentially(ends[0]?.toLowerCase() ?? '')
    await expect(shown).toContainText(/Let in\?.*Aoife Kelly.*1 place, 0 in/s)
    await expectAccessible(page, 'the door, somebody found by the end of a code')
    await shown.getByRole('button', { name: 'Let Aoife Kelly in' }).click()
    await expect(shown).toHaveAttribute('data-verdict', 'in')

    await find.fill(ends[1] ?? '')
    await expect(page.getByRole('list', { name: 'Guests found' }).getByRole('button')).toHaveCount(2)
    await page.getByRole('button', { name: /Aoife Kelly.*0 of 3 in/ }).click()
    await shown.getByRole('button', { name: 'All 3' }).click()
    await expect(shown).toContainText('3 of 3 places in')
    await find.fill('ZZZZZ')
    await expect(page.getByText('Nobody on the list has this name, or a code that ends like this.')).toBeVisible()

    await page.getByRole('button', { name: 'Use a light screen' }).click()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    await page.reload()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    await expectAccessible(page, 'the door, light')
    await page.getByRole('button', { name: 'Use a dark screen' }).click()
    await context.setOffline(false)
    await expect(page.getByRole('status')).toHaveText('All sent')
    expect((await night.counts()).admitted).toBe(4)
  },
)

test('thirty scans without a network survive a killed tab and arrive once', async ({
  page,
  context,
  newMember,
  expectedNoise,
}) => {
  expectedNoise.push('Failed to load resource', 'net::ERR_INTERNET_DISCONNECTED')
  const night = await newNight(newMember)
  const codes: string[] = []
  for (let n = 0; n < 30; n++) codes.push(await night.book())
  await page.goto((await night.openLink('Main door')).url)
  await expect(page.getByRole('status')).toHaveText('Ready')
  await kept(page)
  const late = await night.book()
  await context.setOffline(true)
  for (const code of codes.slice(0, 29)) {
    await wedge(page, code)
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'in')
  }
  // Booked after the list was loaded: the authentication code is right.
  await wedge(page, late)
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'unverified')
  await expect(page.getByRole('status')).toHaveText('30 scans not sent yet')
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto('/door')
  await expect(again.getByRole('status')).toHaveText('30 scans not sent yet')
  await wedge(again, codes[0] ?? '')
  await expect(verdict(again)).toContainText('Already in')
  expect((await night.counts()).admitted).toBe(0)
  await context.setOffline(false)
  await expect(again.getByRole('status')).toHaveText('All sent')
  expect(await night.counts()).toMatchObject({ admitted: 30, conflicts: [] })
})

test('two doors without a network let the same code in, one by a clock two hours wrong: both and the creator see it', async ({
  newMember,
  newVisitor,
  page,
  signInAs,
}) => {
  const night = await newNight(newMember)
  const code = await night.book()
  const doors = [await newVisitor(), await newVisitor()]
  const [main, side] = doors as [typeof page, typeof page]
  await side.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 2 * 3_600_000
  })
  await main.goto((await night.openLink('Main door')).url)
  await side.goto((await night.openLink('Side door')).url)
  for (const door of [side, main]) {
    await expect(door.getByRole('status')).toHaveText('Ready')
    await door.context().setOffline(true)
    await wedge(door, code)
    await expect(verdict(door)).toHaveAttribute('data-verdict', 'in')
  }
  await main.context().setOffline(false)
  await expect(main.getByRole('status')).toHaveText('All sent')
  await side.context().setOffline(false)
  const sentence = /Aoife Kelly: 1 let in by Main door at .*, but already in by Side door/
  for (const door of [main, side]) await expect(door.getByRole('region', { name: 'Conflicts' })).toContainText(sentence)
  await signInAs(night.creator)
  await page.goto(`/events/${night.eventId}/manage?tab=door`)
  await expect(page.getByRole('region', { name: 'Conflicts' })).toContainText(sentence)
})

test('the creator makes a link and ends it; the device erases itself', async ({
  page,
  newMember,
  signInAs,
  newVisitor,
}) => {
  const night = await newNight(newMember)
  await signInAs(night.creator)
  await page.goto(`/events/${night.eventId}`)
  await page.getByRole('link', { name: 'Manage' }).click()
  await page.getByLabel('Name of the door').fill('Main door')
  await page.getByRole('button', { name: 'Create a link' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const url = await page.getByLabel('Link to the door').inputValue()
  await expectAccessible(page, 'manage')
  const device = await newVisitor()
  await device.goto(url)
  await expect(device.getByRole('status')).toHaveText('Ready')
  await page.getByRole('button', { name: 'End Main door' }).click()
  await page.getByRole('dialog', { name: 'Close Main door?' }).getByRole('button', { name: 'Close it' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
  await expect(page.getByText('Ended')).toBeVisible()
  await expect(device.getByRole('heading', { name: 'This door is closed' })).toBeVisible()
  expect(await device.evaluate(async () => (await indexedDB.databases()).length)).toBeLessThanOrEqual(1)
  await device.reload()
  await expect(device.getByRole('heading', { name: 'The door' })).toBeVisible()
})
