import type { Locator } from '@playwright/test'
import { create } from './support/booking.ts'
import { expectAccessible } from './support/axe.ts'
import { mailsTo } from './support/mails.ts'
import { expect, test } from './support/test.ts'

/** A list on a phone, a table where there is room. */
const guestRows = (within: Locator) =>
  within
    .getByRole('list', { name: 'Guests' })
    .getByRole('listitem')
    .or(within.getByRole('table', { name: 'Guests' }).locator('tbody tr'))

test('guests are a table where there is room, sorted over all of them and folded after twenty', async ({
  page,
  newMember,
  signInAs,
}) => {
  const creator = await newMember()
  const { id: eventId } = await create(creator, { capacity: 100 })
  for (let n = 0; n < 60; n++) {
    const name = `Guest ${String(n).padStart(2, '0')}`
    await creator.api.guests.add({ params: { eventId }, body: { name, numberOfTickets: 1 } })
  }
  await signInAs(creator)
  await page.goto(`/events/${eventId}/manage?tab=guests`)
  const table = page.getByRole('table', { name: 'Guests' })
  const rows = guestRows(page.getByRole('region', { name: 'Guests' }))
  await expect(rows).toHaveCount(20)
  await expect(table.getByRole('columnheader', { name: 'Booked' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText('Guest 59')
  // The first page of fifty has no Guest 00: the server sorts.
  await table.getByRole('button', { name: 'Guest', exact: true }).click()
  await expect(rows.first()).toContainText('Guest 00')
  await expect(table.getByRole('columnheader', { name: 'Guest', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(table.getByRole('columnheader', { name: 'Booked' })).not.toHaveAttribute('aria-sort')
  await table.getByRole('button', { name: 'Guest', exact: true }).click()
  await expect(rows.first()).toContainText('Guest 59')
  await page.getByRole('button', { name: 'Show 30 more' }).click()
  await page.getByRole('button', { name: 'More guests' }).click()
  await expect(rows).toHaveCount(60)
  await expect(rows.last()).toContainText('Guest 00')
  await expectAccessible(page, 'guests as a table')
  await page.getByLabel('Search by name or email').fill('guest 07')
  await expect(rows).toHaveCount(1)
})

test(
  'the creator looks through the guests, adds one, takes a booking back and writes to the others',
  { tag: '@phone' },
  async ({ page, newMember, signInAs, expectedNoise }) => {
    // Sold out, when one too many is added.
    expectedNoise.push('status of 409')
    const creator = await newMember({ firstName: 'Cora' })
    const [aoife, brid] = [await newMember({ firstName: 'Aoife', lastName: 'Kelly' }), await newMember()]
    const { id: eventId } = await create(creator, { capacity: 3 })
    await aoife.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    await signInAs(creator)
    await page.goto(`/events/${eventId}/manage`)

    const guests = page.getByRole('region', { name: 'Guests' })
    await expect(guests.getByText('2 places in 1 booking.')).toBeVisible()
    await guests.getByRole('button', { name: 'Add a guest' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a guest' })
    await adding.getByLabel('Name').fill('Aunt Nuala')
    await adding.getByLabel('Email address (optional)').fill('nuala@example.org')
    await expect(adding.getByRole('switch', { name: 'They asked for their ticket by email' })).not.toBeChecked()
    await expectAccessible(page, 'adding a guest')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(adding.getByText('Aunt Nuala is on the list.')).toBeVisible()
    await adding.getByLabel('Name').fill('One too many')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(adding.getByRole('alert')).toHaveText('This event is sold out')
    await adding.getByRole('button', { name: 'Done' }).click()

    await brid.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 2 } })
    const rows = guestRows(guests)
    await expect(rows).toHaveCount(2)
    await guests.getByLabel('Search by name or email').fill('kelly aoi')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(/2 places.*no answer yet/s)
    await guests.getByLabel('Search by name or email').fill('nobody at all')
    await expect(guests.getByText('Nobody found for “nobody at all”.')).toBeVisible()
    await guests.getByLabel('Search by name or email').fill('')
    await expect(rows).toHaveCount(2)

    const download = page.waitForEvent('download')
    await guests.getByRole('button', { name: 'Full list (CSV)' }).click()
    expect((await download).suggestedFilename()).toBe(`guests-${eventId}.csv`)

    await guests.getByRole('button', { name: 'Remove Aunt Nuala' }).click()
    const taking = page.getByRole('dialog', { name: 'Cancel this booking?' })
    await expect(taking.getByText('They won’t get an email, so please tell them yourself.')).toBeVisible()
    await taking.getByLabel('Reason').fill('She has a cold.')
    await taking.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(rows).toHaveCount(1)
    // Wants two, and one became free.
    await expect(guests.getByRole('list', { name: 'Waiting list' })).toContainText(
      'Wants 2 places, all or nothing. Passed over once: fewer places came up at once than the 2 they need.',
    )

    await page.getByRole('tab', { name: 'Messages' }).click()
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages.getByText('You can send 3 messages in 24 hours; 3 are left.')).toBeVisible()
    await messages.getByRole('radio', { name: 'Coming' }).check()
    await expect(messages.getByText('Goes to nobody')).toBeVisible()
    await messages.getByRole('radio', { name: 'All' }).check()
    await expect(messages.getByText('Goes to 1 person: everyone who’s booked.')).toBeVisible()
    await messages.getByLabel('Subject').fill('Doors')
    await messages.getByLabel('Message').fill('Doors open at seven.\nBring a chair.')
    await expect(messages.getByText(creator.email)).toBeVisible()
    await messages.getByRole('switch', { name: 'Guests may reply' }).check()
    await messages.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'As your guests will read it' })
    await expect(preview.getByRole('article')).toContainText('Supper Club: Doors')
    await preview.getByRole('button', { name: 'Send me a test' }).click()
    await expect(preview.getByText('A test is on its way to your own inbox.')).toBeVisible()
    await expectAccessible(page, 'the preview of a message')
    await preview.getByRole('button', { name: 'Send to 1 person' }).click()
    await expect(messages.getByText('Your message is on its way to 1 person.')).toBeVisible()
    await expect(messages.getByText('You can send 3 messages in 24 hours; 2 are left.')).toBeVisible()
    await expect(messages.getByText('Sent before')).toBeVisible()
    await expect
      .poll(() => mailsTo(aoife.email).filter((mail) => mail.includes(`Reply-To: ${creator.email}`)).length)
      .toBe(1)
    await expect.poll(() => mailsTo(creator.email).filter((mail) => mail.includes('Subject: Test: ')).length).toBe(1)
    await expectAccessible(page, 'the manage page')
  },
)

test(
  'the tabs of Manage stay in sight and in the address, and keep what was typed',
  { tag: '@phone' },
  async ({ page, newMember, signInAs }) => {
    const creator = await newMember()
    const { id: eventId } = await create(creator)
    await signInAs(creator)
    await page.goto(`/events/${eventId}/manage?tab=messages`)
    const subject = page.getByLabel('Subject')
    await subject.fill('Doors')
    await page.getByRole('switch', { name: 'Guests may reply' }).scrollIntoViewIfNeeded()
    for (const name of ['Guests', 'Door', 'Messages', 'Insights', 'Team', 'Event'])
      await expect(page.getByRole('tab', { name, exact: true })).toBeInViewport({ ratio: 1 })

    await page.getByRole('tab', { name: 'Team' }).click()
    await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible()
    await expectAccessible(page, 'the team in Manage')
    await page.getByRole('tab', { name: 'Event', exact: true }).click()
    await expectAccessible(page, 'the event in Manage')
    await expect(page).toHaveURL(/\?tab=event$/)
    await expect(page.getByRole('heading', { name: 'The event' })).toBeInViewport()
    await expect(subject).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Cancel event' })).toBeVisible()

    await page.getByRole('tab', { name: 'Messages' }).click()
    await subject.fill('Doors')
    await page.getByRole('tab', { name: 'Messages' }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Insights' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Insights' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(subject).toHaveValue('Doors')
  },
)

test(
  'on the night Manage opens at the door, says who is missing, and writes to one guest',
  { tag: '@phone' },
  async ({ page, newMember, signInAs }) => {
    const [creator, aoife] = [await newMember(), await newMember({ firstName: 'Aoife', lastName: 'Kelly' })]
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const { id: eventId } = await create(creator, { startTime: at(1), endTime: at(3) })
    await aoife.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    await signInAs(creator)
    await page.goto(`/events/${eventId}/manage`)
    await expect(page.getByRole('tab').first()).toHaveText('Door')
    const tonight = page.getByRole('region', { name: 'Tonight' })
    await expect(tonight).toContainText('0 of 2 in')
    await expect(tonight).toHaveCSS('background-color', 'rgb(14, 18, 32)')
    await expect(tonight).toHaveCSS('color', 'rgb(244, 239, 230)')
    await expect(tonight.getByRole('list', { name: 'Not in yet' })).toContainText('Aoife Kelly 2 places')
    await expectAccessible(page, 'tonight')
    // Also when somebody has begun to write to all of them.
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByLabel('Subject').fill('Doors')
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
    await page.getByRole('tab', { name: 'Door' }).click()
    await tonight.getByRole('link', { name: 'Message those who aren’t in yet' }).click()
    await expect(page.getByRole('radio', { name: 'Not in' })).toBeChecked()
    await expect(page.getByLabel('Subject')).toHaveValue('Doors')

    await page.getByRole('tab', { name: 'Guests' }).click()
    await page.getByRole('button', { name: 'Message Aoife Kelly' }).click()
    const writing = page.getByRole('dialog', { name: 'Message to Aoife Kelly' })
    await writing.getByLabel('Subject').fill('Your bag')
    await writing.getByLabel('Message').fill('You left it here.')
    await writing.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'As Aoife Kelly will read it' })
    await expectAccessible(page, 'the preview of a message to one guest')
    await preview.getByRole('button', { name: 'Send to Aoife Kelly' }).click()
    await expect(page.getByText('Your message is on its way to Aoife Kelly.')).toBeVisible()
    await expect.poll(() => mailsTo(aoife.email).filter((mail) => mail.includes('Your bag')).length).toBe(1)
  },
)
