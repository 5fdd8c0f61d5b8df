import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './support/test.ts'

const poster = (name: string) => fileURLToPath(new URL(`../server/db/seed/posters/${name}-1600.webp`, import.meta.url))

const input = (page: Page) => page.getByLabel('Event image file')
const preview = (page: Page) => page.getByAltText('Preview of the event image')
const problem = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const answerTo = (page: Page, method: string, path: string) =>
  page.waitForResponse((response) => response.request().method() === method && response.url().includes(path))

const body = {
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  venue: 'Dublin',
  capacity: 5,
  isDraft: false,
  startTime: '2031-07-01T19:30',
  endTime: '2031-07-01T22:00',
  timeZone: 'Europe/Dublin',
}

test('a file that is refused leaves the picture before it in place, and the event can be published with it', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('A picture could not be uploaded.', '500')
  const member = await newMember()
  await signInAs(member)
  await page.goto('/create-event')
  const uploaded = answerTo(page, 'PUT', '/s3/upload/')
  await input(page).setInputFiles(poster('bees'))
  expect((await uploaded).status()).toBe(200)
  const progress = page.getByRole('progressbar', { name: 'Uploading…' })
  await expect(progress).toHaveCount(0)

  await input(page).setInputFiles({ name: 'flyer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(problem(page, 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP')).toBeVisible()
  await expect(preview(page)).toBeVisible()
  await page.route('**/s3/upload/**', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await input(page).setInputFiles(poster('bees'))
  await expect(problem(page, 'Server error: 500 - Unknown error')).toBeVisible()
  await expect(preview(page)).toBeVisible()

  for (const [name, value] of [
    ['Title', body.title],
    ['Description', body.description],
    ['Start time', body.startTime],
    ['End time', body.endTime],
    ['Venue', body.venue],
    ['Capacity', '5'],
  ] as const)
    await page.getByLabel(name, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()
  const [event] = (await member.api.events.list({ query: { creator: 'me' } })).items
  expect((await page.request.get(`/uploads/${event?.imageUrl}`)).status()).toBe(200)
})

test('Remove says what went wrong, in the words of uploads; a picture that moves will not, and is said so', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('A picture could not be deleted.', '500', 'ERR_FAILED')
  await signInAs(await newMember())
  await page.goto('/create-event')
  for (const [status, text] of [
    [500, 'Server error: 500 - Out of order'],
    [0, 'Network error. Please check your internet connection.'],
  ] as const) {
    const uploaded = answerTo(page, 'PUT', '/s3/upload/')
    await input(page).setInputFiles(poster('bees'))
    await uploaded
    await page.route(
      '**/s3/delete-file**',
      (route) => (status ? route.fulfill({ status, json: { message: 'Out of order' } }) : route.abort()),
      { times: 1 },
    )
    await expect(page.getByRole('progressbar', { name: 'Uploading…' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove image' }).click()
    await expect(problem(page, text)).toBeVisible()
    await expect(preview(page)).toHaveCount(0)
  }

  const frames = await Promise.all(
    ['#e8482c', '#0b5f5c'].map((background) =>
      sharp({ create: { width: 160, height: 90, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const buffer = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  await input(page).setInputFiles({ name: 'moving.gif', mimeType: 'image/gif', buffer })
  await expect(page.getByText('Only the first frame of an animated picture is kept.')).toBeVisible()
})

test('on the edit form a drawing is converted, and what cannot be drawn is refused', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('A picture could not be uploaded.')
  const member = await newMember()
  await signInAs(member)
  const event = await member.api.events.create({ body })
  await page.goto(`/events/${event.id}/edit`)
  const tiff = await sharp(poster('bees')).resize(64).tiff().toBuffer()
  await input(page).setInputFiles({ name: 'poster.tiff', mimeType: 'image/tiff', buffer: tiff })
  await expect(problem(page, 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP')).toBeVisible()

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 18" width="32" height="18"><rect width="32" height="18" fill="#e8482c"/></svg>',
  )
  const uploaded = answerTo(page, 'PUT', '/s3/upload/')
  await input(page).setInputFiles({ name: 'poster.svg', mimeType: 'image/svg+xml', buffer: svg })
  expect((await uploaded).status()).toBe(200)
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(`/events/${event.id}`)
  const { imageUrl } = await member.api.events.get({ params: { eventId: event.id } })
  const kept = await (await page.request.get(`/uploads/${imageUrl}`)).body()
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 1920, height: 1080 })
})

test('a picture that does not load gives way to the placeholder, on cards and on the event page', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push('ERR_FAILED')
  // Posters too: the first event may be one of another journey, without its own picture.
  await page.route(/\/(uploads\/events\/|images\/events\/poster-)/, (route) => route.abort())
  await page.goto('/events')
  const card = page.getByRole('main').locator('a[href^="/events/"] img').first()
  await expect(card).toHaveAttribute('src', /placeholder/)
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const address = await page.getByRole('main').locator('a[href^="/events/"]').first().getAttribute('href')
  // Loaded afresh: the picture has failed before the page's code runs.
  await page.goto(address ?? '')
  await expect(page.getByRole('main').locator('img').first()).toHaveAttribute('src', /placeholder/)
})
