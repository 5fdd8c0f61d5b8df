// What it takes an organiser to publish: it must not grow.
import type { Locator, Page } from '@playwright/test'
import { violationsIn } from './support/axe.ts'
import { holdCall } from './support/hold-call.ts'
import { expect, test } from './support/test.ts'

/** Presses and fields, counted as a person does them. */
function counted(page: Page) {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    tap: (target: Locator) => {
      count.taps++
      return target.click()
    },
    fill: (name: string, value: string) => {
      count.fields++
      return page.getByLabel(name, { exact: true }).fill(value)
    },
  }
}

test('an organiser publishes in 2 taps and 5 fields, and the next thing on screen is the link to share', async ({
  page,
  newMember,
  signInAs,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await newMember()
  await signInAs(member)
  await page.goto('/')
  const title = `Pub Quiz ${crypto.randomUUID().slice(0, 8)}`
  const { count, tap, fill } = counted(page)
  // In the header of a wide screen, in the call to action on a phone.
  await tap(
    page
      .getByRole('link', { name: /Create Event/ })
      .filter({ visible: true })
      .first(),
  )
  await fill('Title', title)
  await fill('Description', 'Six rounds.')
  await fill('Start time', '2031-03-03T19:30')
  await fill('Venue', 'Tigh Neachtain, Galway')
  await fill('Capacity', '50')
  await expect(page.getByLabel('End time', { exact: true })).toHaveValue('2031-03-03T21:30')
  const live = page.getByRole('region', { name: 'As guests will see it' })
  await expect(live).toContainText(title)
  await expect(live).toContainText('3rd Mar, 2031')
  await tap(page.getByRole('button', { name: 'Publish' }))

  const card = page.getByRole('region', { name: 'Your event is live' })
  const link = card.getByLabel('Link to your event')
  await expect(link).toBeInViewport()
  expect(count.taps).toBeLessThanOrEqual(2)
  expect(count.fields).toBeLessThanOrEqual(6)

  const [event] = (await member.api.events.list({ query: { creator: 'me' } })).items
  await expect(link).toHaveValue(`${baseURL}/events/${event?.id}`)
  await card.getByRole('button', { name: 'Copy link' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(`${baseURL}/events/${event?.id}`)
  await expect(card.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=Pub%20Quiz/,
  )
  await card.getByRole('button', { name: 'QR code' }).click()
  await expect(card.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  const opened = context.waitForEvent('page')
  await card.getByRole('link', { name: 'Print a poster' }).click()
  const poster = await opened
  await expect(poster.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await violationsIn(poster)).toEqual([])
  await poster.close()
  await card.getByRole('link', { name: 'View event' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('a past date is questioned, Shuffle changes the poster, a draft says where it is, signing out keeps nothing', async ({
  page,
  newMember,
  signInAs,
}) => {
  const member = await newMember()
  await signInAs(member)
  await page.goto('/create-event')
  const { fill } = counted(page)
  await fill('Title', 'An old idea')
  await fill('Description', 'Six rounds.')
  await fill('Start time', '2020-03-03T19:30')
  await fill('Venue', 'Galway')
  await page.getByRole('button', { name: '50 people' }).click()
  await expect(page.getByText('This date has passed. Is the year right?')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('dialog', { name: 'This date has passed' })
  await question.getByRole('button', { name: 'Change the date' }).click()
  const poster = page.getByRole('region', { name: 'As guests will see it' }).locator('img')
  const before = await poster.getAttribute('src')
  await page.getByRole('button', { name: 'Shuffle' }).click()
  await expect(poster).not.toHaveAttribute('src', before ?? '')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('region', { name: 'Saved as a draft' })).toBeVisible()
  const [draft] = (await member.api.events.list({ query: { creator: 'me' } })).items
  expect(await poster.count()).toBe(0)
  expect(draft).toMatchObject({
    isDraft: true,
    imageUrl: null,
    posterSeed: expect.stringMatching(/^[a-z0-9]{6}$/),
  })

  await page.goto('/create-event')
  await fill('Title', 'A secret')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('eventForm'))).toContain('A secret')
  await page.goto('/logout')
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('eventForm'))).toBeNull()
})

test('a booked event cannot become a draft, and another is not taken off the lists by accident', async ({
  page,
  newMember,
  signInAs,
}) => {
  const [creator, guest] = [await newMember(), await newMember()]
  const body = { title: 'Quiz', description: 'Six rounds.', venue: 'Galway', capacity: 5, isDraft: false }
  const times = { startTime: '2031-03-03T19:30', endTime: '2031-03-03T22:00' }
  const event = await creator.api.events.create({ body: { ...body, ...times } })
  await signInAs(creator)
  await page.goto(`/events/${event.id}/edit`)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page
    .getByRole('dialog', { name: 'Take it off the lists?' })
    .getByRole('button', { name: 'Keep it published' })
    .click()
  await expect(page).toHaveURL(`/events/${event.id}/edit`)

  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
  await expect(page.getByText('People have booked, so this event stays published.')).toBeVisible()
})

const TITLES = {
  hundred: 'The Lonesome Row Fiddle Night and Kitchen Table Céilí with Supper, Storytelling and Late Set Dancing',
  word: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenball',
  arabic: 'أمسية الموسيقى العربية والشعر في دبلن',
}

const OWN_PICTURE = /\/uploads\/events\/.*\.webp$/

test('a poster is printed once its picture is there, and with the one that we draw if it does not come', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push('net::ERR_FAILED')
  await page.addInitScript(() => {
    window.print = () => {
      const picture = document.querySelector<HTMLImageElement>('img.picture')
      document.title = `printed ${picture?.naturalWidth ?? 0} ${picture?.currentSrc ?? ''}`
    }
  })
  const late = await holdCall(page, OWN_PICTURE)
  await page.goto('/events/1/poster', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Print this poster' }).click()
  await late.asked
  expect(await page.title()).toContain('Poster')
  late.release()
  await expect(page).toHaveTitle(/^printed [1-9]/)

  await page.unrouteAll()
  await page.route(OWN_PICTURE, (route) => route.abort())
  await page.goto('/events/1/poster')
  await page.getByRole('button', { name: 'Print this poster' }).click()
  await expect(page).toHaveTitle(/^printed [1-9]\d* .*\/poster-/)
})

test('a poster is one page of A3 on which nothing is cut, whatever the title, and Arabic reads from the right', async ({
  page,
  newMember,
}) => {
  const creator = await newMember()
  const body = { description: 'Six rounds.', venue: 'The Reading Room, Galway '.repeat(8), capacity: 5, isDraft: false }
  const times = { startTime: '2031-03-03T19:30', endTime: '2031-03-05T22:00' }
  expect(TITLES.hundred).toHaveLength(100)
  for (const title of Object.values(TITLES)) {
    const { id } = await creator.api.events.create({ body: { ...body, ...times, title } })
    await page.goto(`/events/${id}/poster`)
    await page.evaluate(() => document.fonts.ready)
    await page.emulateMedia({ media: 'print' })
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    // In points of 1/72 inch: 297 x 420 mm.
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 1191])
    const cut = await page
      .locator('.sheet, .sheet li, .sheet li div')
      .evaluateAll((parts) =>
        parts.filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
        ),
      )
    expect(cut).toEqual([])
    const heading = page.getByRole('heading', { level: 1 })
    const direction = await heading.evaluate((title) => getComputedStyle(title).direction)
    expect(direction).toBe(title === TITLES.arabic ? 'rtl' : 'ltr')
    await page.emulateMedia({ media: 'screen' })
  }
})
