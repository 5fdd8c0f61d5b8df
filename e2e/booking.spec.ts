import { expectAccessible } from './support/axe.ts'
import { readFile } from 'node:fs/promises'
import { bookButton, create, panel, success } from './support/booking.ts'
import { calendarOf, mailsTo } from './support/mails.ts'
import { expect, test, type Member } from './support/test.ts'

const soldOf = (creator: Member, eventId: number) => creator.api.events.ticketsSold({ params: { eventId } })

test(
  'book signed in: four tickets at most, the dialog, My Bookings, and a mail with a calendar file',
  { tag: '@both' },
  async ({ page, newMember, signInAs, isMobile }) => {
    const [creator, guest] = [await newMember(), await newMember()]
    const event = await create(creator)
    await signInAs(guest)
    await page.goto(`/events/${event.id}`)
    await expect(panel(page).getByText('10 places left')).toBeVisible()
    await expect(panel(page).getByText('Max. 4')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Fewer tickets' })).toBeDisabled()
    const more = page.getByRole('button', { name: 'More tickets' })
    for (let n = 0; n < 3; n++) await more.click()
    await expect(more).toBeDisabled()

    await bookButton(page).click()
    await expect(success(page).getByText('confirmation email was sent')).toBeVisible()
    await expect(page.locator('[data-pieces]')).toHaveAttribute('data-pieces', isMobile ? '200' : '500')
    await success(page).getByRole('button', { name: 'Close' }).click()
    await expect(success(page)).toBeHidden()
    await expect(panel(page).getByText('You’re going · 4 tickets')).toBeVisible()

    await expect.poll(() => mailsTo(guest.email).length).toBe(1)
    expect(calendarOf(mailsTo(guest.email)[0] ?? '')).toMatchObject({
      VERSION: '2.0',
      SUMMARY: 'Supper Club',
      LOCATION: 'Casa do Rio\\, Lisbon',
      DTSTART: '20310718T183000Z',
      DTEND: '20310718T213000Z',
    })

    await page.goto('/my-bookings')
    const card = page.getByRole('listitem').filter({ hasText: 'Supper Club' })
    await expect(card.getByText('4 tickets')).toBeVisible()
    await expect(card.getByText('18th Jul, 2031 · 7:30 PM')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Past Events' })).toBeDisabled()
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/my-bookings\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Supper Club' })).toBeVisible()
  },
)

test('the last seat in two browsers at once goes to one; the other reads that it is sold out', async ({
  page,
  newVisitor,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('409')
  const [creator, anna, ben] = [await newMember(), await newMember(), await newMember()]
  const event = await create(creator, { capacity: 1 })
  const other = await newVisitor()
  await signInAs(anna, page)
  await signInAs(ben, other)
  await Promise.all([page.goto(`/events/${event.id}`), other.goto(`/events/${event.id}`)])
  await expect(panel(page).getByText('1 place left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More tickets' })).toBeDisabled()
  await Promise.all([bookButton(page).click(), bookButton(other).click()])
  for (const each of [page, other])
    await expect(each.getByRole('button', { name: /SOLD OUT|View ticket/ })).toBeAttached()
  const winners = async () => (await success(page).count()) + (await success(other).count())
  await expect.poll(winners).toBe(1)
  expect(await soldOf(creator, event.id)).toBe(1)
})

test('if others take seats first, the page says how many are left and books those, without confetti if so preferred', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('409')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [creator, guest] = [await newMember(), await newMember()]
  const event = await create(creator, { capacity: 5 })
  await signInAs(guest)
  await page.goto(`/events/${event.id}`)
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'More tickets' }).click()
  await creator.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 3 } })
  const logged = page.waitForEvent('console', (message) => message.text().includes('The booking failed (409)'))
  await bookButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Only 2 tickets left' })).toBeVisible()
  await logged
  await expect(panel(page).getByText('2 places left')).toBeVisible()
  await bookButton(page).click()
  await expect(success(page)).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  expect(await soldOf(creator, event.id)).toBe(5)
})

test('the button says BOOKING...; an answer that is lost on the way is asked for again, and books once', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('ERR_FAILED')
  const member = await newMember()
  const event = await create(member)
  await signInAs(member)
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  await page.goto(`/events/${event.id}`)
  await page.route(
    '**/api/tickets',
    async (route) => {
      await seen
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await bookButton(page).dblclick()
  await expect(page.getByRole('button', { name: 'BOOKING...' })).toBeDisabled()
  goOn()
  await expect(success(page)).toBeVisible()
  expect(await soldOf(member, event.id)).toBe(1)
})

test('the creator sees the numbers, fresh on reload, and downloads the purchasers', async ({
  page,
  newMember,
  signInAs,
}) => {
  const [creator, guest] = [await newMember(), await newMember({ firstName: '=Zoë', lastName: 'O, "Neill"' })]
  const event = await create(creator)
  await signInAs(creator)
  await page.goto(`/events/${event.id}`)
  const statistics = page.getByRole('region', { name: 'Booking Statistics' })
  const sold = statistics.locator('div', { hasText: 'Tickets sold' }).getByRole('definition')
  await expect(statistics.locator('div', { hasText: 'Total capacity' }).getByRole('definition')).toHaveText('10')
  await expect(sold).toHaveText('0')
  // Nobody reports their own event.
  await expect(page.getByRole('link', { name: 'Report', exact: true })).toHaveCount(0)
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 3 } })
  await page.reload()
  await expect(sold).toHaveText('3')

  const downloading = page.waitForEvent('download')
  await statistics.getByRole('button', { name: 'Download purchasers (CSV)' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`ticket-purchasers-${event.id}.csv`)
  const [head, row] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(head).toBe('\uFEFFFirst name,Last name,Email,Tickets,Booked at')
  expect(row).toContain(`'=Zoë,"O, ""Neill""",${guest.email},3,`)
})

test(
  'who is going sees that first; the bar opens the ticket with its code, without a network too',
  { tag: '@both' },
  async ({ page, newMember, signInAs, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [creator, guest] = [await newMember(), await newMember()]
    const event = await create(creator, { capacity: 2 })
    await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
    await signInAs(guest)
    await page.goto(`/events/${event.id}`)
    const edge = panel(page).getByText('You’re going · 2 tickets')
    await expect(edge).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'SOLD OUT' })).toHaveCount(0)
    await expectAccessible(page, 'an event that somebody goes to')
    await page.context().setOffline(true)
    await panel(page).getByRole('button', { name: 'View ticket' }).click()
    const ticket = page.getByRole('dialog', { name: 'Your ticket' })
    const code = ticket.getByRole('img', { name: 'Your ticket’s code, to show at the door' })
    await expect(code).toBeInViewport({ ratio: 1 })
    const width = page.viewportSize()?.width ?? 0
    expect((await code.boundingBox())?.width).toBeGreaterThan(isMobile ? width * 0.7 : 300)
    await expectAccessible(page, 'the ticket over the page')
    await page.keyboard.press('Escape')
    await expect(ticket).toBeHidden()
  },
)
