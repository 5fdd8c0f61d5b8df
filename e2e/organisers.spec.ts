// Who runs an event: a manager who finds what they may do, and a whole night on a phone without ever touching the screen.
import type { Locator, Page } from '@playwright/test'
import { mailParts } from '../server/test-support/mail-parts.ts'
import { expectAccessible } from './support/axe.ts'
import { create, panel } from './support/booking.ts'
import { kept, verdict } from './support/door.ts'
import { holdCall } from './support/hold-call.ts'
import { linkPageIn, mailsTo } from './support/mails.ts'
import { expect, test, type Member } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const invitationTo = (email: string) =>
  mailsTo(email)
    .map((source) => /\/team-invitations\/([\w-]+)/.exec(mailParts(source).text)?.[1])
    .find(Boolean)

const confirmationTo = ({ email }: Member) => linkPageIn(email, 'Confirm your email')

/** Nobody joins a team under an address that may be somebody else's. */
async function confirmAddress(member: Member) {
  await expect.poll(() => confirmationTo(member)).not.toBeNull()
  const token = confirmationTo(member)?.replace('/links/', '') ?? ''
  await member.api.account.confirmAddress({ body: { token } })
}

test(
  'a manager finds the event in My Events, edits it, and sees Manage beside EDIT without a jump',
  { tag: '@phone' },
  async ({ page, newMember, signInAs }) => {
    const [creator, manager] = [await newMember(), await newMember({ firstName: 'Tom', lastName: 'Okafor' })]
    const { id: eventId } = await create(creator, { title: 'Managed Supper' })
    await creator.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    await creator.api.team.invite({ params: { eventId }, body: { email: manager.email } })
    await expect.poll(() => invitationTo(manager.email)).toBeDefined()
    await confirmAddress(manager)
    await manager.api.team.acceptInvitation({ params: { token: invitationTo(manager.email) ?? '' } })
    await signInAs(manager)

    // The public page comes first; the buttons of managers follow.
    const managedEvents = await holdCall(page, '**/api/managed-events')
    await page.goto(`/events/${eventId}`)
    const about = page.getByRole('heading', { name: 'About the event' })
    await expect(page.getByRole('button', { name: 'Open account menu' })).toContainText('T')
    await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0)
    const before = await about.boundingBox()
    managedEvents.release()
    await expect(page.getByRole('link', { name: 'Manage' })).toBeVisible()
    expect(await about.boundingBox()).toEqual(before)

    await page.goto('/my-events')
    const managed = page.getByRole('region', { name: 'Events you manage' })
    await expect(page.getByText('You haven’t created an event yourself yet.')).toBeVisible()
    await expect(page.getByText('No events found')).toHaveCount(0)
    await expect(managed.getByRole('link', { name: 'Manage Managed Supper' })).toBeVisible()
    await managed.getByRole('link', { name: 'Edit Managed Supper' }).click()
    await expect(page.getByText('We’ll let')).toHaveCount(0)
    await page.getByLabel('Venue', { exact: true }).fill('Another hall, Dublin')
    await expect(page.getByText('We’ll let 1 person know.')).toBeVisible()
    await page.getByLabel('Message to your guests (optional)').fill('It has more chairs.')
    await expectAccessible(page, 'the form of an event that is moved')
    await page.getByText('Booking rules (optional)').click()
    await page.getByLabel('Most tickets per person').fill('2')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Event updated successfully!')).toBeVisible()
    await expect(panel(page)).toContainText('Max. 2')
    expect(await manager.api.events.get({ params: { eventId } })).toMatchObject({ maxPerPerson: 2 })
  },
)

/** Tab by Tab, as somebody goes who has no mouse. */
async function reach(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 90; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} cannot be reached by ${key}`)
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function write(page: Page, label: string, text: string) {
  await reach(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.insertText(text)
}

/** A date field takes digits, one part after the other: the fifth of May, because browsers differ in which comes first. */
async function writeTime(page: Page, label: string) {
  await reach(page, page.getByLabel(label))
  await page.keyboard.type('05052031')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0730PM')
  await expect(page.getByLabel(label)).toHaveValue(/^2031-05-05T(07|19):30$/)
}

test(
  'from Create to the last guest let in, by keyboard on a phone, in both modes',
  { tag: '@phone' },
  async ({ page, newMember, newVisitor, signInAs, isMobile }) => {
    test.slow()
    expect(isMobile).toBe(true)
    const [creator, guest] = [await newMember(), await newMember({ firstName: 'Aoife', lastName: 'Kelly' })]
    await signInAs(creator)
    await page.goto('/create-event')
    await expect(page.getByRole('heading', { name: 'Create Event' })).toBeVisible()
    await write(page, 'Title', 'Keyboard Ceilidh')
    await write(page, 'Description', 'Nobody touches anything.')
    await writeTime(page, 'Start time')
    await write(page, 'Venue', 'The Cobblestone, Dublin')
    await write(page, 'Capacity', '2')
    await press(page, page.getByRole('button', { name: 'Publish' }))
    await expect(page.getByText('Event created successfully!')).toBeVisible()
    const { items } = await creator.api.events.list({ query: { creator: 'me', limit: 1 } })
    const eventId = items[0]?.id ?? 0

    const other = await newVisitor({ colorScheme: 'dark', viewport: page.viewportSize() ?? undefined })
    await signInAs(guest, other)
    await other.goto(`/events/${eventId}?utm_source=ceilidh`)
    await press(other, other.getByRole('button', { name: 'More tickets' }))
    await press(other, other.getByRole('button', { name: 'BOOK SLOT' }))
    await expect(other.getByRole('dialog', { name: 'Booking Successful!' })).toBeVisible()
    const [ticket] = await guest.api.tickets.list({ query: { eventId } })

    await page.goto(`/events/${eventId}`)
    await press(page, page.getByRole('region', { name: 'Booking' }).getByRole('link', { name: 'Manage' }))
    await reach(page, page.getByRole('tab', { name: 'Guests' }))
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    const insights = page.getByRole('region', { name: 'Insights' })
    await expect(insights.getByRole('row', { name: 'ceilidh 1 2' })).toBeVisible()
    await press(page, insights.getByText('Bookings by day as a table'))
    await expect(insights.getByRole('cell', { name: '2', exact: true }).first()).toBeVisible()
    await press(page, insights.getByText('Make a link for a poster or a newsletter'))
    await page.getByRole('textbox', { name: 'Name' }).fill('Library poster')
    await expect(page.getByLabel('Link for Library poster')).toHaveValue(/\?utm_source=Library\+poster$/)
    await expect(page.getByLabel('QR code for Library poster')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Print a poster with this code' })).toHaveAttribute(
      'href',
      /\/poster\/Library%20poster$/,
    )
    await expectAccessible(page, 'manage with insights')
    await press(page, insights.getByRole('link', { name: 'See all your events' }))
    await expect(page.getByRole('table', { name: 'Coming up' })).toBeVisible()
    await expectAccessible(page, 'insights over events')
    await page.goBack()
    await reach(page, page.getByRole('tab', { name: 'Insights' }), 'Shift+Tab')
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    await reach(page, page.getByLabel('Name of the door'))
    await page.keyboard.insertText('Front')
    await press(page, page.getByRole('button', { name: 'Create a link' }))
    const link = page.getByLabel('Link to the door')
    await expect(link).toBeVisible()

    await other.goto(await link.inputValue())
    await kept(other)
    await write(other, 'Name, or last 5 of the code', ticket?.code ?? '')
    await other.keyboard.press('Enter')
    await expect(verdict(other)).toContainText('2 places, 0 in')
    await press(other, verdict(other).getByRole('button', { name: 'All 2' }))
    await expect(verdict(other)).toContainText('2 of 2 places in')
    await expect(page.getByText('2 in, 2 booked of 2')).toBeVisible()
  },
)
