// What was pending for a screen ends when the person leaves it; what the network took away destroys nothing.
import type { Page } from '@playwright/test'
import { bookButton, create, panel, success } from './support/booking.ts'
import { holdCall } from './support/hold-call.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test, type Member } from './support/test.ts'

test('Back with the login dialog open ends the booking that was waiting for it', async ({ page, newMember }) => {
  const [creator, guest] = [await newMember(), await newMember()]
  const event = await create(creator)
  await page.goto(`/events/${event.id}`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Team' }).click()
  await expect(page).toHaveURL('/team')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Supper Club' })).toBeVisible()
  await bookButton(page).click()
  const login = loginDialog(page)
  await login.fill(guest)
  await page.goForward()
  await expect(page).toHaveURL('/team')
  await expect(login.dialog).toBeHidden()
  await page.getByRole('button', { name: 'Open account menu' }).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Login' }).click()
  await login.logIn(guest)
  await expect(page).toHaveURL('/team')
  await page.goto('/my-bookings')
  await expect(page.getByText('No bookings yet')).toBeVisible()
})

test('somebody who leaves while BOOKING... reads that it was booked', async ({ page, newMember, signInAs }) => {
  const member = await newMember()
  const event = await create(member)
  await signInAs(member)
  const booking = await holdCall(page, '**/api/tickets')
  await page.goto(`/events/${event.id}`)
  await bookButton(page).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  booking.release()
  await expect(page.getByText('Booking Successful! A confirmation email was sent to you.')).toBeVisible()
})

test('without a network BOOK keeps the page and says so; pressed again after a reload it books once', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('ERR_FAILED', 'ERR_INTERNET_DISCONNECTED', 'The booking failed (0)')
  const member = await newMember()
  const event = await create(member)
  await signInAs(member)
  await page.goto(`/events/${event.id}`)
  await expect(page.getByRole('link', { name: 'EDIT', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More tickets' }).click()
  // Every answer is lost, although the server has booked.
  await page.route('**/api/tickets', async (route) => {
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort()
  })
  await bookButton(page).click()
  await expect(panel(page).getByText('Network error. Please check your internet connection.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Supper Club' })).toBeVisible()
  await expect(bookButton(page)).toBeEnabled()
  await page.context().setOffline(false)
  await page.unroute('**/api/tickets')
  await page.reload()
  await page.getByRole('button', { name: 'More tickets' }).click()
  await bookButton(page).click()
  await expect(success(page)).toBeVisible()
  expect(await member.api.tickets.list()).toMatchObject([{ numberOfTickets: 2 }])
})

test('a part that does not load says so and leaves the page; the next press tries again', async ({
  page,
  newMember,
  expectedNoise,
}) => {
  expectedNoise.push('ERR_FAILED', 'Failed to fetch dynamically imported module')
  const event = await create(await newMember())
  await page.route(/\/assets\/(drawers|auth-dialogs)/, (route) => route.abort())
  await page.goto(`/events/${event.id}`)
  for (const button of [page.getByRole('button', { name: 'Open account menu' }), bookButton(page)]) {
    await button.click()
    await expect(page.getByText('That part could not be loaded. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Close message' }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Supper Club' })).toBeVisible()
  await page.unroute(/\/assets\/(drawers|auth-dialogs)/)
  await bookButton(page).click()
  await expect(loginDialog(page).dialog).toBeVisible()
})

test('a session that expired at BOOK: the quantity is kept, and the booking goes on after the login', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const [creator, member] = [await newMember(), await newMember()]
  const event = await create(creator)
  await signInAs(member)
  // The page's own last call: still under way, it would meet the end of the session before the press does.
  const ownTickets = page.waitForResponse(/\/api\/tickets\?eventId=/)
  await page.goto(`/events/${event.id}`)
  await ownTickets
  for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'More tickets' }).click()
  await member.api.auth.logout()
  await bookButton(page).click()
  await loginDialog(page).logIn(member)
  await expect(page).toHaveURL(`/events/${event.id}`)
  await expect(success(page)).toBeVisible()
  await success(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(bookButton(page), 'the focus comes back').toBeFocused()
  await expect(panel(page).getByText('You’re going · 3 tickets')).toBeVisible()
})

/** BOOK is pressed for three tickets; that the session is over is told to the page's own call first, and to BOOK later. */
async function bookWithEndedSession(page: Page, member: Member, eventId: number) {
  await member.api.auth.logout()
  const profile = await holdCall(page, '**/api/users/profile')
  const booking = await holdCall(page, '**/api/tickets', { method: 'POST' })
  await page.goto(`/events/${eventId}`)
  for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'More tickets' }).click()
  await bookButton(page).click()
  await booking.asked
  profile.release()
  await expect(loginDialog(page).dialog).toBeVisible()
  const refuse = async () => {
    const refused = page.waitForResponse('**/api/tickets')
    booking.release()
    await (await refused).finished()
  }
  return { refuse }
}

/** How many tickets the person reads that they have in the end. */
async function expectBooked(page: Page, words: string) {
  await success(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel(page).getByText(words)).toBeVisible()
}

test('a session whose end another call learns of before BOOK does: the booking goes on after the login', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const member = await newMember()
  const { id } = await create(member)
  await signInAs(member)
  const { refuse } = await bookWithEndedSession(page, member, id)
  await refuse()
  await loginDialog(page).logIn(member)
  await expect(page).toHaveURL(`/events/${id}`)
  await expectBooked(page, 'You’re going · 3 tickets')
})

test('BOOK refused after the person has signed in again asks for another press', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const member = await newMember()
  const { id } = await create(member)
  await signInAs(member)
  const { refuse } = await bookWithEndedSession(page, member, id)
  await loginDialog(page).logIn(member)
  await expect(page).toHaveURL(`/events/${id}`)
  await refuse()
  await expect(page.getByText('You were logged out while booking. Please press BOOK again.')).toBeVisible()
  await bookButton(page).click()
  await expectBooked(page, 'You’re going · 1 ticket')
})

test('closing the login before BOOK is refused books nothing at a later sign-in', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const member = await newMember()
  const { id } = await create(member)
  await signInAs(member)
  const { refuse } = await bookWithEndedSession(page, member, id)
  await page.keyboard.press('Escape')
  await expect(loginDialog(page).dialog).toBeHidden()
  await refuse()
  // As a link on the page does: a page load would forget all that was pending.
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/events/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Supper Club' })).toBeVisible()
  await page.getByRole('button', { name: 'Open account menu' }).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Login' }).click()
  await loginDialog(page).logIn(member)
  await expect(page).toHaveURL(`/events/${id}`)
  await bookButton(page).click()
  await expectBooked(page, 'You’re going · 1 ticket')
})

test.describe('on a first visit', () => {
  test.use({ asksForLocation: true })

  test('the location question waits until the login dialog is done with', async ({ page }) => {
    await page.goto('/login')
    await expect(loginDialog(page).dialog).toBeVisible()
    await expect.poll(() => page.locator('dialog:modal').count()).toBe(1)
    await loginDialog(page).dialog.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Enable Location Services' })).toBeVisible()
    expect(await page.locator('dialog:modal').count()).toBe(1)
  })
})
