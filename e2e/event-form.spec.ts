import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { loginDialog } from './support/login-dialog.ts'
import { expectAccessible, violationsIn } from './support/axe.ts'
import { expect, test, type Member } from './support/test.ts'

const poster = (name: string) => fileURLToPath(new URL(`../server/db/seed/posters/${name}-1600.webp`, import.meta.url))

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

// Soon, so that it is on the first page of the list.
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

async function fillIn(page: Page, title: string) {
  await field(page, 'Title').fill(title)
  await field(page, 'Description').fill('Bring a fiddle.\nOr a drum.')
  await field(page, 'Start time').fill(`${day}T00:30`)
  await field(page, 'End time').fill(`${day}T02:00`)
  await field(page, 'Venue').fill('The Cobblestone, Dublin')
  await field(page, 'Capacity').fill('40')
}

/** A form half-way written, whose session has ended when it is to be saved. */
async function writeUntilSignedOut(page: Page, { api }: Member, title: string) {
  await page.goto('/create-event')
  await fillIn(page, title)
  await api.auth.logout()
  await page.getByRole('button', { name: 'Save draft' }).click()
}

const choosePicture = (page: Page, name: string) => page.getByLabel('Event image file').setInputFiles(poster(name))

const upload = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/s3/upload/'))

test('an event goes from an idea with a picture to a draft, is published, found and edited', async ({
  page,
  newMember,
  signInAs,
}) => {
  const title = `Fiddle Night ${crypto.randomUUID().slice(0, 8)}`
  const member = await newMember()
  await signInAs(member)
  await page.goto('/create-event')
  const progress = page.getByRole('progressbar', { name: 'Form progress' })
  await expect(progress).toHaveAttribute('value', '32')
  await fillIn(page, title)
  await expect(progress).toHaveAttribute('value', '95')
  await expect(page.getByText('1920x1080 (16:9)')).toBeVisible()
  const uploaded = upload(page)
  await choosePicture(page, 'bees')
  const preview = page.getByAltText('Preview of the event image')
  await expect(preview).toHaveCSS('height', '180px')
  expect((await preview.boundingBox())?.width).toBeLessThanOrEqual(300)
  expect((await uploaded).status()).toBe(200)
  await expect(progress).toHaveAttribute('value', '100')
  expect(await violationsIn(page)).toEqual([])

  await page.getByRole('button', { name: 'Save draft' }).dblclick()
  // Said for six seconds, which may be over before a slow line has brought the next page.
  await expect(page.getByText('Event created successfully!')).toBeVisible()
  await expect(page).toHaveURL('/events')
  const [draft, ...more] = (await member.api.events.list({ query: { creator: 'me' } })).items
  expect(more).toEqual([])
  expect(draft).toMatchObject({ title, isDraft: true, timeZone: 'Europe/Dublin', capacity: 40 })
  expect(draft?.imageSizes?.map(({ width }) => width)).toEqual([400, 800, 1600])

  await page.goto(`/events/${draft?.id}/edit`)
  await expect(field(page, 'Start time')).toHaveValue(`${day}T00:30`)
  await expect(field(page, 'Title')).toHaveValue(title)
  await expect(page.getByRole('radio', { name: 'Free' })).toBeChecked()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()
  // As after Create: the live card with the link to pass on.
  await expect(page).toHaveURL('/events')
  const live = page.getByRole('region', { name: 'Your event is live' })
  await expect(live.getByLabel('Link to your event')).toHaveValue(new RegExp(`/events/${draft?.id}$`))

  await page.goto('/events')
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()

  await page.goto(`/events/${draft?.id}/edit`)
  await field(page, 'Title').fill(`${title}, later`)
  await expect(preview).toHaveAttribute('src', /events\/\w+-800\.webp$/)
  const replaced = upload(page)
  const photo = sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#0b5f5c' } }).jpeg({
    quality: 100,
  })
  const buffer = await photo.toBuffer()
  await page.getByLabel('Event image file').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await replaced
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  // The card beside the form has the same heading: the event's own page is meant.
  await expect(page).toHaveURL(`/events/${draft?.id}`)
  await expect(page.getByRole('heading', { name: `${title}, later` })).toBeVisible()
  const changed = await member.api.events.get({ params: { eventId: draft?.id ?? 0 } })
  expect(changed.imageUrl).not.toBe(draft?.imageUrl)
  const file = (key: string | null | undefined) => page.request.get(`/uploads/${key}`)
  expect((await file(draft?.imageUrl)).status()).toBe(404)
  // The browser has made it fit 1920x1080 before it was sent.
  const kept = await (await file(changed.imageUrl)).body()
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 1620, height: 1080 })
})

test('a virtual event, edited by somebody who signs in on the way: Cancel leads back, any image type is taken', async ({
  page,
  newMember,
}) => {
  const title = `Quiz ${crypto.randomUUID().slice(0, 8)}`
  const member = await newMember()
  await page.goto('/create-event')
  await loginDialog(page).logIn(member)
  await expect(page).toHaveURL('/create-event')
  await fillIn(page, title)
  await page.getByRole('radio', { name: 'Virtual' }).press('Space')
  await expect(page.getByRole('radio', { name: 'Virtual' })).toBeChecked()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL('/events')
  const [event] = (await member.api.events.list({ query: { creator: 'me' } })).items
  expect(event).toMatchObject({ title, isVirtual: true, imageUrl: null })

  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`/events/${event?.id}/edit`)
  await loginDialog(page).logIn(member)
  await expect(page).toHaveURL(`/events/${event?.id}/edit`)
  await expect(page.getByRole('radio', { name: 'Virtual' })).toBeChecked()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/events/${event?.id}`)

  await page.getByRole('link', { name: 'EDIT', exact: true }).click()
  const buffer = await sharp(poster('bees')).resize(640).avif({ effort: 0 }).toBuffer()
  const uploaded = upload(page)
  await page.getByLabel('Event image file').setInputFiles({ name: 'bees.avif', mimeType: 'image/avif', buffer })
  expect((await uploaded).status()).toBe(200)
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(`/events/${event?.id}`)
  const changed = await member.api.events.get({ params: { eventId: event?.id ?? 0 } })
  expect(changed.imageUrl).toMatch(/\.webp$/)
})

test('every field is validated, after a submit attempt and to the letter', async ({ page, newMember, signInAs }) => {
  await signInAs(await newMember())
  await page.goto('/create-event')
  const helper = page.getByText('Field required for form completion')
  // Which fields are needed can be seen before anything is pressed.
  await expect(field(page, 'Title')).toBeVisible()
  const starred = await page
    .locator('form label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => getComputedStyle(label, '::after').content.includes('*'))
        .map((label) => label.textContent),
    )
  expect(starred).toEqual(['Title', 'Description', 'Start time', 'End time', 'Venue', 'Capacity'])
  await field(page, 'Title').focus()
  await field(page, 'Venue').focus()
  await expect(helper).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please fill in all required fields')).toBeVisible()
  await expect(helper).toHaveCount(6)
  await expect(field(page, 'Title')).toBeFocused()
  await page.getByRole('button', { name: 'Close message' }).click()

  let missing = 6
  for (const [name, value] of [
    ['Title', 'Fiddle Night'],
    ['Description', 'Bring a fiddle.'],
    // Before the start, which would fill it in.
    ['End time', '2031-03-03T19:00'],
    ['Start time', '2031-03-03T19:30'],
    ['Venue', 'The Cobblestone'],
    ['Capacity', '40'],
  ] as const) {
    await field(page, name).fill(value)
    await expect(helper).toHaveCount(--missing)
    if (!name.endsWith('time')) await expect(field(page, name)).not.toHaveAttribute('aria-invalid')
  }
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('End time must be after start time')).toHaveCount(2)

  for (const wrong of ['0', '-5', '1.5', 'many']) {
    await field(page, 'Capacity').fill('')
    await field(page, 'Capacity').pressSequentially(wrong)
    await expect(field(page, 'Capacity')).toHaveValue({ '0': '', '-5': '5', '1.5': '15', many: '' }[wrong] ?? '')
  }
  for (const name of ['Social Settings', 'Emailers', 'Surveys'])
    await expect(page.getByRole('tab', { name: new RegExp(name) })).toBeDisabled()
  for (const item of ['Facebook', 'Instagram', 'Twitter', 'TikTok'])
    await expect(page.getByText(item, { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: /Paid/ })).toBeDisabled()
  expect(await violationsIn(page)).toEqual([])
})

test(
  'one line fills the form after a look at what was understood, and replaces only what is ticked',
  { tag: '@both' },
  async ({ page, newMember, signInAs }) => {
    await signInAs(await newMember())
    await page.goto('/create-event')
    const line = page.getByLabel('Write it in one line (optional)')
    const understood = page.getByRole('form', { name: 'What we understood' })
    const title = field(page, 'Title')
    await title.fill('Session')
    await line.fill('Trad session 21 Nov 2031 7-9pm Cobblestone Dublin 40 people')
    await expect(understood.getByText('Fri, 21st Nov, 2031, 7:00 PM')).toBeVisible()
    // Asked from the server, which knows all towns.
    await expect(understood.getByText('Cobblestone, Dublin')).toBeVisible()
    await expect(title, 'nothing is taken yet').toHaveValue('Session')
    await expect(field(page, 'Venue')).toHaveValue('')
    await expectAccessible(page, 'one line that was understood')
    await line.press('Enter')
    await expect(page.getByText('Filled in: starts, ends, venue, town, capacity.')).toBeVisible()
    await expect(title, 'what was typed is kept').toHaveValue('Session')
    await expect(field(page, 'Start time')).toHaveValue('2031-11-21T19:00')
    await expect(field(page, 'End time')).toHaveValue('2031-11-21T21:00')
    await expect(field(page, 'Venue')).toHaveValue('Cobblestone, Dublin')
    await expect(field(page, 'Capacity')).toHaveValue('40')
    await expect(field(page, 'Town (optional)'), 'its fold is open').toHaveValue('Dublin')
    await expect(field(page, 'Description')).toBeFocused()

    await line.fill('Trad session')
    await expect(understood.getByRole('button', { name: 'Use these' })).toBeDisabled()
    await understood.getByLabel('Replace “Session”').check()
    await understood.getByRole('button', { name: 'Use these' }).click()
    await expect(title).toHaveValue('Trad session')
  },
)

test(
  'what few events need is folded up, and Publish is always in sight',
  { tag: '@both' },
  async ({ page, newMember, signInAs }) => {
    const member = await newMember()
    await signInAs(member)
    await page.goto('/create-event')
    const publish = page.getByRole('button', { name: 'Publish' })
    await expect(publish).toBeInViewport({ ratio: 1 })
    const most = page.getByLabel('Most tickets per person (optional)')
    await expect(most).toBeHidden()
    await expectAccessible(page, 'the form with folded fields')
    if ((page.viewportSize()?.width ?? 0) >= 900) {
      const [required, card] = [
        await field(page, 'Description').boundingBox(),
        await page.getByRole('region', { name: 'As guests will see it' }).boundingBox(),
      ]
      expect(card!.x, 'side by side').toBeGreaterThan(required!.x + required!.width)
      expect(card!.y).toBeLessThan(required!.y)
      const lowest = async (part: Locator) => {
        const box = await part.boundingBox()
        return box!.y + box!.height
      }
      const left = await lowest(page.getByRole('group', { name: 'Suggestions for the capacity' }))
      const right = await lowest(field(page, 'Artist description (optional)'))
      expect(Math.abs(left - right), 'neither column is much shorter').toBeLessThan(200)
    }

    await page.getByText('Booking rules (optional)').click()
    await fillIn(page, 'Fiddle Night')
    await page.getByLabel('Booking closes (optional)').fill(`${day}T03:00`)
    await page.getByText('Booking rules (optional)').click()
    await expect(most).toBeHidden()
    await publish.click()
    await expect(page.getByLabel('Booking closes (optional)'), 'opened, because it is wrong').toBeFocused()
    await page.getByLabel('Booking closes (optional)').fill(`${day}T00:15`)
    await most.fill('2')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page).toHaveURL('/events')

    const [event] = (await member.api.events.list({ query: { creator: 'me' } })).items
    await page.goto(`/events/${event?.id}/edit`)
    await expect(most, 'open on Edit, because it says something').toHaveValue('2')
    await expect(most).toBeVisible()
    await expect(page.getByText('Only people with the link')).toBeHidden()
    await expect(publish).toBeInViewport({ ratio: 1 })
  },
)

test('a file that cannot be used is refused in its own words', async ({ page, newMember, signInAs, expectedNoise }) => {
  // blob: is how the intercepted uploads below are read by the test's own proxy.
  expectedNoise.push('400', '403', 'ERR_FAILED', 'blob:', 'A picture could not be uploaded.')
  await signInAs(await newMember())
  await page.goto('/create-event')
  const give = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Event image file').setInputFiles({ name, mimeType, buffer })
  const problem = (text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()

  const dataTransfer = await page.evaluateHandle(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File(['<b>'], 'page.html', { type: 'text/html' }))
    return dropped
  })
  await page.getByRole('button', { name: 'Choose image' }).dispatchEvent('drop', { dataTransfer })
  await problem('Invalid file type. Allowed types: JPEG, PNG, GIF, WebP')
  await give('big.png', 'image/png', Buffer.alloc(6_000_000))
  await problem('File too large. Maximum size: 5MB')
  // The browser cannot resize it, so it goes as it is, and the server looks inside.
  await give('page.png', 'image/png', Buffer.from('<!doctype html><script>alert(1)</script>'))
  await problem('Server error: 400 - The file is not the image it says it is.')

  // The words for every other status: app/features/event-form/form.test.ts.
  await page.route('**/s3/upload/**', (route) => route.fulfill({ status: 403, body: '' }), { times: 1 })
  await choosePicture(page, 'bees')
  await problem('Permission denied. Check your AWS credentials and bucket permissions.')
  await page.route('**/s3/upload/**', (route) => route.abort(), { times: 1 })
  await choosePicture(page, 'bees')
  await problem('Network error. Please check your internet connection.')
  await expect(page.getByAltText('Preview of the event image')).toHaveCount(0)
})

test('leaving half-way asks first', async ({ page, newMember, signInAs }) => {
  await signInAs(await newMember())
  await page.goto('/create-event')
  await field(page, 'Title').fill('Half an idea')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Title')).toHaveValue('Half an idea')
  // It is kept on the device, so that a reload need not ask.
  await page.reload()
  await expect(page.getByText('We saved what you wrote.')).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('Half an idea')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/events')
  await page.goto('/create-event')
  await expect(field(page, 'Title')).toHaveValue('')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/events')

  // What the device refuses to keep is asked about.
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto('/create-event')
  await field(page, 'Title').fill('Half an idea')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).accept()
  await closing
})

test('somebody who has to sign in again half-way finds what they wrote', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const title = `Ceilidh ${crypto.randomUUID().slice(0, 8)}`
  const member = await newMember()
  await signInAs(member)
  await writeUntilSignedOut(page, member, title)
  await loginDialog(page).logIn(member)
  await expect(page).toHaveURL('/create-event')
  await expect(field(page, 'Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL('/events')
  await page.goto('/my-events')
  await expect(page.getByRole('main').getByText(title)).toBeVisible()

  // Saved is saved: the next form begins empty.
  await page.goto('/create-event')
  await expect(field(page, 'Title')).toHaveValue('')
})

test('somebody else who signs in on the same device finds nothing of it', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const [writer, other] = [await newMember(), await newMember()]
  await signInAs(writer)
  await writeUntilSignedOut(page, writer, 'A secret party')
  await loginDialog(page).logIn(other)
  await expect(page).toHaveURL('/create-event')
  await expect(field(page, 'Title')).toHaveValue('')
})

test('failures are explained, and an event that somebody else changed can be reloaded', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('409', '500', '404')
  const member = await newMember()
  await signInAs(member)
  const body = {
    title: 'Fiddle Night',
    description: 'Bring a fiddle.',
    venue: 'Dublin',
    capacity: 5,
    startTime: '2031-07-01T19:30',
    endTime: '2031-07-01T22:00',
    timeZone: 'Asia/Tokyo',
  }
  const event = await member.api.events.create({ body })
  await page.goto(`/events/${event.id}/edit`)
  await expect(field(page, 'Start time')).toHaveValue('2031-07-01T19:30')
  await member.api.events.update({ params: { eventId: event.id }, body: { ...body, title: 'Drum Night' } })
  await field(page, 'Venue').fill('Cork')
  // On a phone the form is several windows long: the reason is where the press was.
  const wide = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.click()
  await expect(page.getByText('Failed to update event')).toBeVisible()
  const reason = page.getByText('Someone else has changed this event. Please reload and try again.')
  await expect(reason).toBeInViewport({ ratio: 1 })
  const [why, pressed] = [await reason.boundingBox(), await save.boundingBox()]
  expect((pressed?.y ?? 0) - (why?.y ?? 0), 'right above the button').toBeLessThan(160)
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Load the latest version' }).click()
  await expect(field(page, 'Title')).toHaveValue('Drum Night')

  await page.goto('/create-event')
  await fillIn(page, 'Fiddle Night')
  await page.route('**/api/events', (route) => route.fulfill({ status: 500, json: { message: 'secret' } }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Failed to create event')).toBeVisible()
  await expect(page.getByText('secret')).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL('/events')

  const stranger = await newMember()
  const theirs = await stranger.api.events.create({ body })
  await page.goto(`/events/${theirs.id}/edit`)
  await expect(page.getByText('Failed to load event data')).toBeVisible()
  await expect(page).toHaveURL('/events')
})
