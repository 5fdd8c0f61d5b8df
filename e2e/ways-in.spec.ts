// Who finds an event and how people get in: its link, just coming, another site, asking; and who runs it.
import { expectAccessible } from './support/axe.ts'
import { create, panel } from './support/booking.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

test(
  'an unlisted event is seen with its link alone, and its page says how people get in',
  { tag: '@phone' },
  async ({ page, newMember, expectedNoise }) => {
    expectedNoise.push('status of 404')
    const creator = await newMember()
    const { id, key } = await create(creator, { visibility: 'unlisted' })
    await page.goto(`/events/${id}`)
    await expect(panel(page)).toHaveCount(0)
    await page.goto(`/events/${id}?key=${key}`)
    await expect(panel(page).getByRole('button', { name: 'BOOK SLOT' })).toBeVisible()
    await expectAccessible(page, 'unlisted event')

    const open = await create(creator, { admission: 'just-come' })
    await page.goto(`/events/${open.id}`)
    await expect(panel(page)).toContainText('No booking needed')
    await expect(panel(page).getByRole('link', { name: 'Add to calendar' })).toBeVisible()
    await expectAccessible(page, 'event without booking')

    const bookingUrl = 'https://tickets.example.org/1'
    const elsewhere = await create(creator, { admission: 'elsewhere', bookingUrl })
    await page.goto(`/events/${elsewhere.id}`)
    const link = panel(page).getByRole('link', { name: 'Book on tickets.example.org' })
    await expect(link).toHaveAttribute('href', bookingUrl)
    await expectAccessible(page, 'event that is booked elsewhere')
  },
)

test('a guest without an account asks for a place with name and email', async ({ page, newMember }) => {
  const creator = await newMember()
  const { id: eventId } = await create(creator, { approval: true })
  await page.goto(`/events/${eventId}`)
  await panel(page).getByRole('button', { name: 'Ask for a place' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a place' })
  await dialog.getByRole('button', { name: 'Ask for a place' }).click()
  const { dialog: login, email } = loginDialog(page)
  await login.getByLabel('Name', { exact: true }).fill('Aoife Kelly')
  await email.fill(`aoife-${eventId}@example.org`)
  await expectAccessible(page, 'asking with an email')
  await expect(login).toContainText('Ask with your email')
  await expect(login).toContainText('By asking you accept')
  await login.getByRole('button', { name: 'Ask for a place' }).click()
  await expect(page.getByRole('dialog', { name: 'Your request' })).toContainText('You asked for 1 place')
  const { requests } = await creator.api.bookingRequests.list({ params: { eventId }, query: {} })
  expect(requests).toHaveLength(1)
})

test('nobody can ask in the last two hours', async ({ page, newMember }) => {
  const creator = await newMember()
  const startTime = new Date(Date.now() + 3_600_000).toISOString()
  const endTime = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const { id } = await create(creator, { approval: true, startTime, endTime })
  await page.goto(`/events/${id}`)
  await expect(panel(page).getByRole('button', { name: 'Requests have closed' })).toBeDisabled()
})

test('the creator asks somebody to take the event over, and takes that back', async ({ page, newMember, signInAs }) => {
  const creator = await newMember()
  const { id } = await create(creator)
  await signInAs(creator)
  await page.goto(`/events/${id}/manage?tab=event`)
  const section = page.getByRole('region', { name: 'The event' })
  await section.getByText('Hand the event over').click()
  await section.getByLabel('Email address of the new organiser').fill('next@example.org')
  await expectAccessible(page, 'handing an event over')
  await section.getByRole('button', { name: 'Hand over' }).click()
  await expect(section.getByText('next@example.org was asked to take the event over')).toBeVisible()
  await section.getByRole('button', { name: 'Withdraw' }).click()
  await expect(section.getByText('The event stays yours.')).toBeVisible()
})
