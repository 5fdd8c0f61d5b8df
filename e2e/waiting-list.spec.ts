// A sold-out event: join, wait, be offered a place, take it or leave.
import { expectAccessible } from './support/axe.ts'
import { create, panel } from './support/booking.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test, type Member } from './support/test.ts'

async function soldOut(creator: Member, fields: Parameters<typeof create>[1] = {}) {
  const event = await create(creator, { capacity: 2, ...fields })
  await creator.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
  return event
}

test(
  'join signed out, go on after signing in, be offered places and take them',
  { tag: '@phone' },
  async ({ page, newMember }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [creator, guest] = [await newMember(), await newMember()]
    const event = await soldOut(creator)
    await page.goto(`/events/${event.id}`)
    await expect(panel(page).getByRole('button', { name: 'SOLD OUT' })).toBeDisabled()
    await panel(page).getByRole('button', { name: 'Join the waiting list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Waiting list' })
    await dialog.getByRole('radio', { name: '2', exact: true }).check()
    await dialog.getByRole('radio', { name: 'At least 1' }).check()
    await expectAccessible(page, 'the form of the waiting list')
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await loginDialog(page).logIn(guest)
    await expect(dialog.getByText('Place 1 of 1')).toBeVisible()
    await expectAccessible(page, 'an entry of the waiting list')
    expect(await guest.api.waitingList.get({ params: { eventId: event.id } })).toMatchObject({
      numberOfTickets: 2,
      atLeast: 1,
      automatic: false,
    })

    const { title, description, venue, startTime, endTime, version } = event
    await creator.api.events.update({
      params: { eventId: event.id },
      body: { title, description, venue, startTime, endTime, version, isDraft: false, capacity: 4 },
    })
    // What expires is shown above what does not.
    await page.goto('/my-bookings')
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings.nth(0)).toHaveText('Waiting lists')
    await expect(headings.nth(1)).toHaveText('No bookings yet')
    await page.goto(`/events/${event.id}`)
    await panel(page).getByRole('button', { name: '2 places for you' }).click()
    await expect(dialog.getByText('Held for you until')).toBeVisible()
    await expectAccessible(page, 'an offer')
    await dialog.getByRole('button', { name: 'Take all 2' }).click()
    await expect(page).toHaveURL(/\/my-bookings\/\d+$/)
    await expect(page.getByText('2 tickets')).toBeVisible()
  },
)

test('who waits sees their place, is offered no more than one person may have, and can leave', async ({
  page,
  newMember,
  signInAs,
}) => {
  const [creator, first, guest] = [await newMember(), await newMember(), await newMember()]
  const event = await soldOut(creator, { maxPerPerson: 2 })
  for (const { api } of [first, guest])
    await api.waitingList.join({ params: { eventId: event.id }, body: { numberOfTickets: 1 } })
  await signInAs(guest)
  await page.goto(`/events/${event.id}`)
  await panel(page).getByRole('button', { name: 'Place 2 of 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Waiting list' })
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByRole('group', { name: 'How many places?' }).getByRole('radio')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Place 2 of 2')).toBeVisible()

  await page.goto('/my-bookings')
  const lists = page.getByRole('region', { name: 'Waiting lists' })
  await expect(lists.getByRole('link', { name: event.title })).toBeVisible()
  await expectAccessible(page, 'My Bookings with a waiting list')
  await lists.getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(lists).toHaveCount(0)
  await page.goto(`/events/${event.id}`)
  await expect(panel(page).getByRole('button', { name: 'Join the waiting list' })).toBeVisible()
  expect(await first.api.waitingList.get({ params: { eventId: event.id } })).toMatchObject({ place: 1, of: 1 })
})
