// Counts what a guest has to do until 'Booking Successful!' appears. It may shrink; it must not grow.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { bookButton, create, success } from './support/booking.ts'
import { counting } from './support/taps.ts'
import { codeIn, linkPageIn } from './support/mails.ts'
import { expect, test, type Member } from './support/test.ts'

// A link, opened for the first time: the location dialog is part of the way.
test.use({ asksForLocation: true })

const inDialog = (page: Page) => {
  const { type, ...counted } = counting()
  return {
    ...counted,
    type: (label: string, text: string) => type(page.getByRole('dialog').getByLabel(label, { exact: true }), text),
  }
}

/** As the person who signed up does: signed in, by the link in the email. */
async function confirmAddress({ email, api }: Member) {
  await expect.poll(() => linkPageIn(email, 'Confirm your email')).not.toBeNull()
  const token = linkPageIn(email, 'Confirm your email')?.split('/').at(-1) ?? ''
  await api.account.confirmAddress({ body: { token } })
}

/** Chromium without a head says denied at once; a phone asks. */
const browserAsks = (page: Page) =>
  page.addInitScript(() => {
    const query = navigator.permissions.query.bind(navigator.permissions)
    navigator.permissions.query = (descriptor) =>
      descriptor.name === 'geolocation'
        ? Promise.resolve(Object.assign(new EventTarget(), { state: 'prompt' }) as unknown as PermissionStatus)
        : query(descriptor)
  })

/** Comes by a link, says no to the location, and presses BOOK SLOT: two taps, which are counted. */
async function pressBook(page: Page, event: { id: number }) {
  await browserAsks(page)
  await page.goto(`/events/${event.id}`)
  const counted = inDialog(page)
  await counted.tap(page.getByRole('button', { name: 'Not Now' }))
  await counted.tap(bookButton(page))
  return counted
}

test('a new guest from a link books with 5 taps and 5 fields, and comes to Google with 3 taps', async ({
  page,
  newMember,
}) => {
  const creator = await newMember()
  const event = await create(creator)
  const { done, tap, type } = await pressBook(page, event)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Log in to book your place.')).toBeVisible()
  // One tap more, and the browser is at Google's.
  await expect(dialog.getByRole('link', { name: 'Continue with Google' })).toBeVisible()
  expect(done.taps + 1).toBeLessThanOrEqual(3)
  await tap(dialog.getByRole('button', { name: 'Sign Up' }))
  await expect(dialog.getByRole('link', { name: 'Continue with Google' })).toBeVisible()
  await type('First name', 'Nora')
  await type('Last name', 'Byrne')
  await type('Email', `${randomUUID()}@example.org`)
  await type('Password', 'correct horse')
  await type('Confirm password', 'correct horse')
  await tap(dialog.getByRole('checkbox'))
  await tap(dialog.getByRole('button', { name: 'Sign Up', exact: true }))
  await expect(success(page)).toBeVisible()
  expect(done.taps).toBeLessThanOrEqual(5)
  expect(done.fields).toBeLessThanOrEqual(5)
  expect(await creator.api.events.ticketsSold({ params: { eventId: event.id } })).toBe(1)
})

test('a member who is signed out books with 3 taps and 2 fields', { tag: '@phone' }, async ({ page, newMember }) => {
  const [creator, member] = [await newMember(), await newMember()]
  const event = await create(creator)
  const { done, tap, type } = await pressBook(page, event)
  await type('Email', member.email)
  await type('Password', member.password)
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Login', exact: true }))

  // Nobody has to guess: what, when, how many, where the email went, and what next.
  for (const words of ['Supper Club', '18th Jul, 2031 · 7:30 PM', '1 ticket', member.email])
    await expect(success(page).getByText(words)).toBeVisible()
  expect(done.taps).toBeLessThanOrEqual(3)
  expect(done.fields).toBeLessThanOrEqual(2)
  await expect(success(page).getByRole('img', { name: 'code, to show at the door' })).toBeVisible()
  const calendar = await success(page).getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
  expect((await page.request.get(calendar ?? '')).headers()['content-type']).toContain('text/calendar')
  await success(page).getByText('Close', { exact: true }).click()
  await expect(page.getByText('You’re going · 1 ticket')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You’re going · 1 ticket')).toBeVisible()
})

test('a new guest from a link books with 3 taps and 2 fields', { tag: '@phone' }, async ({ page, newMember }) => {
  const creator = await newMember()
  const event = await create(creator)
  const email = `${randomUUID()}@example.org`
  const { done, tap, type } = await pressBook(page, event)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Book with your email' })).toBeVisible()
  await expect(dialog.getByText('By booking you accept the Terms')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await type('Name', 'Nora Byrne')
  await type('Email', email)
  await tap(dialog.getByRole('button', { name: 'Book', exact: true }))
  await expect(success(page).getByText(email)).toBeVisible()
  expect(done.taps).toBeLessThanOrEqual(3)
  expect(done.fields).toBeLessThanOrEqual(2)
  await expect(success(page).getByRole('img', { name: 'code, to show at the door' })).toBeVisible()
  expect(await creator.api.events.ticketsSold({ params: { eventId: event.id } })).toBe(1)
  await success(page).getByText('Close', { exact: true }).click()
  await expect(page.getByText('You’re going · 1 ticket')).toBeVisible()
})

test(
  'a member who is signed out books with 3 taps, 1 field and a code',
  { tag: '@phone' },
  async ({ page, newMember }) => {
    const [creator, member] = [await newMember(), await newMember()]
    await confirmAddress(member)
    const event = await create(creator)
    const { done, tap, type } = await pressBook(page, event)
    await type('Email', member.email)
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Email me a code' }))
    const field = page.getByRole('dialog').getByLabel('Code')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    await expectAccessible(page)
    await expect.poll(() => codeIn(member.email)).not.toBeNull()
    const code = codeIn(member.email) ?? ''
    // As it is pasted from an email.
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await expect(success(page)).toBeVisible()
    expect(done.taps).toBeLessThanOrEqual(3)
    expect(done.fields).toBeLessThanOrEqual(1)
    expect(await creator.api.events.ticketsSold({ params: { eventId: event.id } })).toBe(1)
  },
)

test('letters at twice the size, or a link longer than the screen, leave BOOK within the screen', async ({
  page,
  newMember,
}) => {
  const description = `Sign up: https://forms.example/${'abcdefgh'.repeat(20)}`
  const event = await create(await newMember(), { description })
  for (const width of [390, 320, 260, 195]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/events/${event.id}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const box = await bookButton(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width)
  }
  await expect(page.getByRole('link', { name: 'https://forms.example' })).toHaveAttribute('rel', /nofollow/)
})

test('giving back from a reminder mail is two taps, without signing in; opening the link sends nothing', async ({
  page,
  newMember,
}) => {
  const guest = await newMember()
  const event = await create(await newMember())
  const { id } = await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
  // Only the server can sign a link (server/modules/links): this one is answered for as if it were signed for the ticket.
  const token = 'a-link-that-a-mail-would-carry'
  const sent: string[] = []
  await page.route(`**/api/links/${token}`, async (route) =>
    route.fulfill({
      json: { purpose: 'answer', ticket: await guest.api.tickets.get({ params: { ticketId: id } }) },
    }),
  )
  await page.route('**/api/tickets/**', (route, request) => {
    sent.push(`${request.method()} ${request.headers().authorization}`)
    return route.continue({ headers: { ...request.headers(), authorization: `Bearer ${guest.token}` } })
  })

  const { done, tap } = counting()
  done.taps++ // in the email
  const opened = await page.goto(`/links/${token}`)
  expect(opened?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  await expect(page.getByRole('button', { name: 'Fewer of us' })).toBeVisible()
  expect(sent).toEqual([])
  await tap(page.getByRole('button', { name: "Can't come" }))
  await expect(page.getByText('Thank you!')).toBeVisible()
  expect(done.taps).toBeLessThanOrEqual(2)
  expect(sent).toEqual([`POST Bearer ${token}`])
  expect(await guest.api.tickets.list()).toEqual([])
  await page.getByRole('button', { name: /^Undo \d/ }).click()
  await expect(page.getByText('2 tickets')).toBeVisible()
})
