// The ticket in the pocket: shown at the door, kept for when there is no network, given back.
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { mailsTo } from './support/mails.ts'
import { expect, test, type Member } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const book = (member: Member, eventId: number, numberOfTickets = 2) =>
  member.api.tickets.book({ body: { eventId, numberOfTickets } })

/** The paths of what is kept on the device, once the worker answers for this page. */
const keptPaths = async (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!navigator.serviceWorker.controller) return []
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-tickets-'))
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })

/** The one of the page, which counts down; a toast has another. */
const undoOf = (page: Page) => page.getByRole('button', { name: /^Undo \d/ })

const code = (page: Page) => page.getByRole('img', { name: 'code, to show at the door' })

/** What scanners read from a picture of the screen: a library's, and zbarimg's where it is installed. */
async function scanned(page: Page): Promise<string[]> {
  const picture = await code(page).screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = [decodeQR({ width: info.width, height: info.height, data })]
  try {
    read.push(execFileSync('zbarimg', ['--quiet', '--raw', '-'], { input: picture, encoding: 'utf8' }).trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    test.info().annotations.push({ type: 'skipped', description: 'zbarimg is not installed' })
  }
  return read
}

test('the ticket: its code is read from the screen in both modes; given back in part and whole, and taken back', async ({
  page,
  newMember,
  signInAs,
}) => {
  const guest = await newMember()
  const event = await create(await newMember())
  const { id } = await book(guest, event.id, 4)
  await signInAs(guest)
  await page.goto('/my-bookings')
  await page.getByRole('link', { name: 'Supper Club' }).click()
  await expect(page).toHaveURL(`/my-bookings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Supper Club' })).toBeVisible()
  await expect(code(page), 'whole in the first view').toBeInViewport({ ratio: 1 })
  const [ticket] = await guest.api.tickets.list()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const read of await scanned(page)) expect(read).toBe(ticket?.code)
  }

  await page.getByRole('button', { name: 'Fewer of us' }).click()
  await page.getByRole('button', { name: '3', exact: true }).click()
  await expect(page.getByText('3 tickets')).toBeVisible()
  await expect(page.getByText('Thank you! You gave 1 place back.')).toBeVisible()
  await undoOf(page).click()
  await expect(page.getByText('4 tickets')).toBeVisible()

  await page.getByRole('button', { name: "Can't come" }).click()
  await expect(page.getByText('Given back')).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  expect(await guest.api.tickets.list()).toEqual([])
  await undoOf(page).click()
  await expect(page.getByText('4 tickets')).toBeVisible()

  await page.goto('/my-bookings')
  const card = page.getByRole('listitem').filter({ hasText: 'Supper Club' })
  await card.getByRole('button', { name: "Can't come" }).click()
  await expect(card.getByText('Given back')).toBeVisible()
})

test('places belong to the friends they were sent to: named, taken back after a question, handed back, never given back by mistake', async ({
  page,
  newVisitor,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('404')
  const [creator, guest] = [await newMember(), await newMember({ firstName: 'Niamh' })]
  const event = await create(creator)
  const { id } = await book(guest, event.id, 3)
  const params = { ticketId: id }
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(guest)
  await page.goto(`/my-bookings/${id}`)
  const send = async (name: string) => {
    await page.getByLabel('Your friend’s name').fill(name)
    await page.getByRole('button', { name: 'Send a place' }).click()
    await expect(page.getByRole('button', { name: `Take back the place for ${name}` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Send a place' }).click()
  await expect(page.getByText('Please say who the place is for')).toBeVisible()
  await send('Aoife')
  await expect(page.getByText('2 for you, 1 for Aoife')).toBeVisible()
  await send('Ben <b>')
  await expect(page.getByText('1 for you, 1 for Aoife, 1 for Ben <b>')).toBeVisible()
  await expectAccessible(page, 'a ticket with sent places')

  // The friend, on a first visit: nothing covers the code.
  const [place, other] = await guest.api.places.list({ params })
  const friend = await newVisitor({ viewport: { width: 390, height: 844 } })
  await friend.addInitScript(() => localStorage.removeItem('locationPermission'))
  await friend.goto(place?.url ?? '')
  await expect(friend.getByRole('heading', { level: 1, name: 'Supper Club' })).toBeVisible()
  await expect(friend.getByText('Aoife, with Niamh')).toBeVisible()
  for (const read of await scanned(friend)) expect(read).toBe(place?.code)
  await expect(friend.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(friend, 'friends place')
  await friend.goto('/')
  await expect(friend.getByRole('dialog'), 'where it is asked').toBeVisible()

  // Can't come names the friends first, and gives back what was not sent.
  await page.getByRole('button', { name: "Can't come" }).click()
  await expect(page.getByText('Aoife and Ben <b> have some of these places.')).toBeVisible()
  await expectAccessible(page, 'give back whose')
  await page.getByRole('button', { name: 'Give back only mine' }).click()
  await expect(page.getByText('1 for Aoife, 1 for Ben <b>')).toBeVisible()
  await expect(page.getByText('You’ve sent all your places.')).toBeVisible()
  await undoOf(page).click()
  await expect(page.getByText('1 for you, 1 for Aoife, 1 for Ben <b>')).toBeVisible()

  // Fewer of us: one of theirs.
  await page.getByRole('button', { name: 'Fewer of us' }).click()
  await page.getByRole('button', { name: 'Ben <b>’s' }).click()
  await expect(page.getByText('1 for you, 1 for Aoife', { exact: true })).toBeVisible()
  await friend.goto(other?.url ?? '')
  await expect(friend.getByRole('heading', { name: 'This place was withdrawn' })).toBeVisible()
  await undoOf(page).click()
  await expect(page.getByText('1 for you, 1 for Aoife, 1 for Ben <b>')).toBeVisible()
  await friend.reload()
  await expect(code(friend)).toBeVisible()

  // Taken back, after a question.
  await page.getByRole('button', { name: 'Take back the place for Ben <b>' }).click()
  const question = page.getByRole('dialog', { name: 'Take back the place for Ben <b>?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('1 for Ben <b>')).toBeVisible()
  await page.getByRole('button', { name: 'Take back the place for Ben <b>' }).click()
  await expectAccessible(page, 'take back question')
  await question.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('2 for you, 1 for Aoife')).toBeVisible()

  // Handed back by the friend.
  await friend.goto(place?.url ?? '')
  await friend.getByRole('button', { name: "Can't come" }).click()
  await friend.getByRole('dialog').getByRole('button', { name: 'Hand it back' }).click()
  await expect(friend.getByRole('heading', { name: 'You handed your place back' })).toBeVisible()
  await expectAccessible(friend, 'handed back')
  await page.reload()
  await expect(page.getByText('3 tickets')).toBeVisible()
  await expect.poll(() => mailsTo(guest.email).some((mail) => mail.includes('Aoife can'))).toBe(true)

  await page.getByRole('button', { name: 'Ask the organiser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask the organiser' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please fill this in.')).toBeVisible()
  await expect(dialog.getByLabel('Your question')).toBeFocused()
  await dialog.getByLabel('Your question').fill('Is there a lift?')
  await expect(dialog.getByText('Please fill this in.')).toHaveCount(0)
  await expectAccessible(page, 'the question')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your question is on its way.')).toBeVisible()
  await expect.poll(() => mailsTo(creator.email).some((mail) => mail.includes('Is there a lift?'))).toBe(true)
})

/** What has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('Can’t come keeps its Undo under the finger, in the focus and in sight, and the toast undoes too', async ({
  page,
  newMember,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const guest = await newMember()
  const event = await create(await newMember())
  const { id } = await book(guest, event.id, 2)
  await signInAs(guest)
  await page.goto(`/my-bookings/${id}`)
  const cannotCome = page.getByRole('button', { name: "Can't come" })
  const undo = undoOf(page)
  await cannotCome.evaluate((button) => {
    scrollTo({ top: button.getBoundingClientRect().top + scrollY - innerHeight / 2, behavior: 'instant' })
  })
  const before = await cannotCome.boundingBox()
  await page.evaluate(() => {
    ;(window as { lost?: boolean }).lost = false
    const look = () => {
      if (document.activeElement === document.body) (window as { lost?: boolean }).lost = true
      requestAnimationFrame(look)
    }
    document.addEventListener('focusin', look, { once: true })
  })
  await cannotCome.click()
  await expect(undo).toBeFocused()
  const after = await undo.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60)
  // Nothing lies over it.
  expect(
    await undo.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }),
  ).toBe(true)
  await expectAccessible(page, 'undo under the finger')
  // The walk has taken the focus along, and given it back.
  await expect(undo).toBeFocused()
  await page.evaluate(() => ((window as { lost?: boolean }).lost = false))
  await undo.click()
  await expect(cannotCome).toBeFocused()

  await cannotCome.press('Enter')
  await expect(undo).toBeFocused()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 tickets')).toBeVisible()
  await expect.poll(() => focused(page)).toContain('Can')
  expect(await page.evaluate(() => (window as { lost?: boolean }).lost)).toBe(false)
})

test('an email’s answer opens as the one filled button, not done yet, and is done with one press', async ({
  page,
  newMember,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const guest = await newMember()
  const event = await create(await newMember())
  const { id } = await book(guest, event.id, 3)
  // Only the server can sign a link: this one is answered for as if it were signed for the ticket.
  const token = 'a-link-that-an-email-would-carry'
  await page.route(`**/api/links/${token}`, async (route) =>
    route.fulfill({
      json: { purpose: 'answer', ticket: await guest.api.tickets.get({ params: { ticketId: id } }) },
    }),
  )
  const sent: string[] = []
  await page.route('**/api/tickets/**', (route, request) => {
    sent.push(request.headers()['idempotency-key'] ?? 'without a key')
    return route.continue({ headers: { ...request.headers(), authorization: `Bearer ${guest.token}` } })
  })
  for (const [answer, label] of [
    ['coming', 'Coming'],
    ['fewer', 'Fewer of us'],
    ['cannot-come', 'Give back 3 places'],
  ] as const) {
    await page.goto(`/links/${token}#${answer}`)
    await expect(page.getByText('Not done yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: label })).toBeFocused()
    await expectAccessible(page, `answer ${answer}`)
  }
  await page.getByRole('button', { name: 'Give back 3 places' }).click()
  await expect(undoOf(page)).toBeFocused()
  await expect(page.getByText('Not done yet.')).toBeHidden()
  await expectAccessible(page, 'given back by a link')
  await undoOf(page).click()
  await expect(page.getByText('3 tickets')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent).not.toContain('without a key')
})

test('somebody else’s ticket is not found, and signed out one is asked to log in', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('404', '400')
  const event = await create(await newMember())
  const { id } = await book(await newMember(), event.id)
  await page.goto(`/my-bookings/${id}`)
  await expect(page.getByText('Please log in to view your bookings')).toBeVisible()
  await signInAs(await newMember())
  for (const path of [`/my-bookings/${id}`, '/my-bookings/none']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Ticket not found' })).toBeVisible()
  }
})

test('without a network: kept tickets open, other pages lead to them, and signing out erases them', async ({
  page,
  context,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('503', 'ERR_INTERNET_DISCONNECTED')
  const guest = await newMember()
  const event = await create(await newMember())
  const { id } = await book(guest, event.id)
  await signInAs(guest)
  // As a phone says at a crowded door.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => true }))
  await page.goto('/my-bookings')
  await expect.poll(() => keptPaths(page)).toEqual([`/my-bookings/${id}`])

  await context.setOffline(true)
  await page.getByRole('link', { name: 'Supper Club' }).click()
  await expect(page.getByText('You’re offline. This ticket was last checked on')).toBeVisible()
  await expect(page.getByText('2 tickets')).toBeVisible()
  await expect(code(page)).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await page.getByRole('link', { name: 'Supper Club' }).click()
  await expect(page.getByText('This ticket was last checked on')).toBeVisible()

  await context.setOffline(false)
  await page.goto('/logout')
  await expect(page).toHaveURL('/')
  await expect.poll(() => keptPaths(page)).toEqual([])
  await context.setOffline(true)
  await page.goto(`/my-bookings/${id}`)
  await expect(page.getByText('Tickets you’ve opened on this device appear here.')).toBeVisible()
})

test('a visitor without a ticket is told by us that they are offline, and how to go on', async ({
  page,
  context,
  expectedNoise,
}) => {
  expectedNoise.push('503', 'ERR_INTERNET_DISCONNECTED')
  await page.goto('/about')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.setOffline(true)
  await page.goto('/faq')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(page.getByRole('link')).toHaveText(['Try again'])
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Questions|FAQ/i)
})

test('another account that signs in finds nothing of the one before', async ({ page, newMember, signInAs }) => {
  const [guest, other] = [await newMember(), await newMember()]
  const event = await create(await newMember())
  await book(guest, event.id)
  const { id } = await book(other, event.id)
  await signInAs(guest)
  await page.goto('/my-bookings')
  await expect.poll(() => keptPaths(page)).toHaveLength(1)
  await page.evaluate((token) => localStorage.setItem('token', token), other.token)
  await page.goto('/my-bookings')
  await expect.poll(() => keptPaths(page)).toEqual([`/my-bookings/${id}`])
})

test('once it is switched off the worker takes away what was kept, and itself', async ({ page }) => {
  // What the server answers as /sw.js, with SERVICE_WORKER=on and then off (server/http/service-worker.test.ts).
  let script = await readFile('build/workers/worker.js', 'utf8')
  const site = createServer((request, response) => {
    const isWorker = request.url === '/sw.js'
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? script : '<!doctype html><title>Any page</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  const left = () =>
    page.evaluate(async () => [
      ...(await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state),
      ...(await caches.keys()),
    ])
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    await (await caches.open('kept-tickets-1')).put('/my-bookings/1', new Response('a ticket'))
  })
  await expect.poll(left).toEqual(['activated', 'kept-tickets-1'])

  script = await readFile('build/workers/unregister-worker.js', 'utf8')
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(left).toEqual([])
  site.closeAllConnections()
  site.close()
})
