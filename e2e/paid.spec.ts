// An event that is paid, as a guest sees it: ordered, paid at the demo till, received, given back.
import type { Page } from '@playwright/test'
import type { PriceOfEvent } from '../contract/orders.ts'
import { expectAccessible } from './support/axe.ts'
import { create, panel } from './support/booking.ts'
import { inDatabaseOf } from './support/database.ts'
import { hydrated, onFullSite } from './support/full-site.ts'
import { loginDialog } from './support/login-dialog.ts'
import { mailsTo } from './support/mails.ts'
import { expect, test, type Member } from './support/test.ts'

onFullSite()

const PRICE = {
  unitPrice: 1_200,
  vatRate: 2_300,
  payBy: ['card' as const],
  refundDays: 7,
  transferTo: null,
}

/** £12 a place, at the address of its page. */
async function sell(organiser: Member, price: Partial<PriceOfEvent> = {}) {
  const event = await create(organiser)
  const { eventId: _, title: __, currency: ___, seller: ____, ...own } = { ...PRICE, ...price } as PriceOfEvent
  await organiser.api.orders.setPrice({ params: { eventId: event.id }, body: own })
  return event
}

const order = (page: Page) => page.getByRole('dialog', { name: 'Your order' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openOrder(page: Page, eventId: number, places = 1) {
  await page.goto(`/events/${eventId}`)
  await hydrated(page)
  for (let count = 1; count < places; count++) await panel(page).getByRole('button', { name: 'More tickets' }).click()
  await panel(page).getByRole('button', { name: 'BOOK', exact: true }).click()
  return order(page)
}

/** The time to undo is over; then what is due is done. */
async function undoIsOver(member: Member) {
  const own = `order_id in (select o.id from orders o join users u on u.id = o.user_id where u.email = $1) and state = 'planned'`
  const run = (statement: string) => inDatabaseOf(member, statement, [member.email])
  await run(`update ticket_returns set undo_until = now() - interval '1 minute' where id in (
    select return_id from refunds where ${own})`)
  await run(`update refunds set starts_at = now() - interval '1 minute' where ${own}`)
  await run(`select add_job('send-refund', jsonb_build_object('refundId', id), 0, now(), 'journey ' || id)
    from refunds where ${own}`)
}

test(
  'a guest signs in, orders two places, pays at the till, has ticket, receipt and email, and gets money back for one',
  { tag: '@both' },
  async ({ page, newMember, expectedNoise }) => {
    test.slow()
    expectedNoise.push('was preloaded using link preload')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [organiser, guest] = [await newMember({ firstName: 'Orla', lastName: 'Kelly' }), await newMember()]
    const event = await sell(organiser)

    await page.goto(`/events/${event.id}`)
    await hydrated(page)
    await expect(panel(page)).toContainText('£12.00')
    await expect(panel(page)).not.toContainText('No payment is taken')
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}') as object
    expect(data).toMatchObject({ isAccessibleForFree: false, offers: { price: 12, priceCurrency: 'GBP' } })
    await panel(page).getByRole('button', { name: 'More tickets' }).click()
    await expect(panel(page)).toContainText('2 × £12.00 = £24.00')
    await expectAccessible(page, 'a paid event')

    // Signed out: signing in comes first, and leads back to the order.
    await panel(page).getByRole('button', { name: 'BOOK', exact: true }).click()
    const login = loginDialog(page)
    await expect(login.dialog).toContainText('Log in to order your places')
    await expect(login.dialog.getByLabel('Your name')).toHaveCount(0)
    await login.logIn(guest)
    for (const words of [
      '2 tickets at £12.00 each',
      'VAT of 23%, included',
      'Total',
      'Sold by Orla K.',
      'no 14-day right of withdrawal',
      'at least 7 days before the start',
    ])
      await expect(order(page)).toContainText(words)
    await expectAccessible(page, 'an order before the last press')
    await order(page).getByRole('button', { name: 'Pay £24.00' }).click()

    await expect(page.getByText('Demo till: no money moves')).toBeVisible()
    await expectAccessible(page, 'the demo till')
    await page.getByRole('button', { name: 'Pay £24.00' }).click()
    await expect(heading(page, 'Paid')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'We’ve received £24.00' })).toBeVisible()
    const receipt = page.getByRole('article', { name: 'Receipt' })
    await expect(receipt).toContainText('Total paid')
    await expectAccessible(page, 'a paid order')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: 'View ticket' })).toBeHidden()
    await expect(receipt).toBeVisible()
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
    const paidPage = page.url()

    await page.getByRole('link', { name: 'View ticket' }).click()
    await expect(page.getByText('Paid £24.00')).toBeVisible()
    await expect(page.getByText('for each place back to your card')).toBeVisible()
    await expectAccessible(page, 'a paid ticket')
    await expect.poll(() => mailsTo(guest.email).length).toBe(1)
    expect(mailsTo(guest.email)[0]).toContain(`${new URL(paidPage).pathname}#receipt`)

    await page.getByRole('button', { name: 'Fewer of us' }).click()
    await page.getByRole('button', { name: 'Only 1' }).click()
    await expect(page.getByText('if you undo, nothing goes back')).toBeVisible()
    await expectAccessible(page, 'a paid place given back')
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await expect(page.getByText('for each place back to your card')).toBeVisible()
    await page.getByRole('button', { name: 'Fewer of us' }).click()
    await page.getByRole('button', { name: 'Only 1' }).click()
    await expect(page.getByText('We pay £12.00 back to your card')).toBeVisible()
    await undoIsOver(guest)
    const refunded = async () => (await guest.api.orders.list({ query: {} }))[0]?.refunds.at(-1)?.state
    await expect.poll(refunded).toBe('done')
    await page.goto(`${paidPage}#receipt`)
    await expect(page.getByText('£12.00 has been refunded.')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Credit note' })).toContainText('-£12.00')
    await expectAccessible(page, 'an order of which some went back')
  },
)

test(
  'a declined card, the way back and a second look: nothing is charged, and the order can be paid or given up',
  { tag: '@both' },
  async ({ page, newMember, signInAs, expectedNoise }) => {
    test.slow()
    expectedNoise.push('409 (Conflict)', 'was preloaded using link preload')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [organiser, guest] = [await newMember(), await newMember()]
    const event = await sell(organiser)
    await signInAs(guest)
    const dialog = await openOrder(page, event.id)
    // The price changes between look and press: the new one is shown, and nothing is ordered.
    await expect(dialog.getByRole('button', { name: 'Pay £12.00' })).toBeVisible()
    await organiser.api.orders.setPrice({ params: { eventId: event.id }, body: { ...PRICE, unitPrice: 1_500 } })
    await dialog.getByRole('button', { name: 'Pay £12.00' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The price has changed')
    await expect(dialog.getByRole('button', { name: 'Pay £15.00' })).toBeVisible()
    expect(await guest.api.orders.list({ query: {} })).toEqual([])
    await expectAccessible(page, 'an order whose price has changed')
    await dialog.getByRole('button', { name: 'Pay £15.00' }).click()

    await page.getByRole('button', { name: 'Decline the card' }).click()
    await expect(page.getByText('The card was declined and nothing was charged')).toBeVisible()
    await page.getByRole('link', { name: 'Back without paying' }).click()
    await expect(heading(page, 'Not paid yet')).toBeVisible()
    await expectAccessible(page, 'an open order')

    await (await openOrder(page, event.id)).getByRole('link', { name: 'Go to your order' }).waitFor()
    await expectAccessible(page, 'an order that is open already')
    await page.goto('/my-bookings')
    const toPay = page.getByRole('region', { name: 'To pay' })
    await expect(toPay).toContainText('Not paid yet')
    const browse = page.getByRole('main').getByRole('link', { name: 'Browse Events' })
    await expect(browse, 'one filled button').toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expectAccessible(page, 'an open order among bookings')
    await toPay.getByRole('link', { name: 'Go to your order' }).click()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByText('Demo till: no money moves')).toBeVisible()
    await page.getByRole('link', { name: 'Back without paying' }).click()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(heading(page, 'Order cancelled')).toBeVisible()
    await expectAccessible(page, 'an order given up')
    await page.getByRole('link', { name: 'Back to the event' }).click()
    await expect(panel(page)).toContainText('10 places left')
  },
)

test(
  'at the door and by transfer there is a ticket at once, which says what is to be paid',
  { tag: '@both' },
  async ({ page, newMember, newVisitor, signInAs, expectedNoise }) => {
    test.slow()
    expectedNoise.push('was preloaded using link preload')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [organiser, guest] = [await newMember(), await newMember()]
    const payBy = ['door' as const, 'transfer' as const]
    const event = await sell(organiser, { payBy, transferTo: 'IBAN IE29 AIBK 9311 5212 3456 78', refundDays: null })
    await signInAs(guest)
    const dialog = await openOrder(page, event.id)
    await expect(dialog.getByRole('button', { name: 'Order and pay £12.00 at the door' })).toBeVisible()
    await dialog.getByRole('radio', { name: 'Bank transfer' }).check()
    await expectAccessible(page, 'an order by transfer')
    await dialog.getByRole('button', { name: 'Order and pay £12.00 by transfer' }).click()
    await expect(heading(page, 'Transfer £12.00')).toBeVisible()
    await expect(page.getByText('IBAN IE29 AIBK')).toBeVisible()
    await expect(page.getByText(/HLY-/)).toBeVisible()
    await expectAccessible(page, 'an order to be paid by transfer')
    await page.getByRole('link', { name: 'View ticket' }).click()
    await expect(page.getByText(/£12.00 to pay by transfer.*with the reference HLY-/)).toBeVisible()
    await expect(page.getByText('Nothing is paid yet')).toBeVisible()

    const { id } = await guest.api.orders.place({
      params: { eventId: event.id },
      headers: {},
      body: { numberOfTickets: 1, payBy: 'door', total: 1_200, currency: 'GBP' },
    })
    await page.goto(`/orders/${id}`)
    await expect(heading(page, 'Pay £12.00 at the door')).toBeVisible()
    await expectAccessible(page, 'an order to be paid at the door')
    await page.goto('/my-bookings')
    await expect(page.getByText('£12.00 to pay at the door')).toBeVisible()
    await expectAccessible(page, 'bookings to be paid')
    // Somebody else's order does not exist.
    const other = await newVisitor()
    await signInAs(organiser, other)
    await other.goto(`/orders/${id}`)
    await expect(heading(other, 'Order not found')).toBeVisible()
  },
)

test('an order that nobody pays in time ends, at the till and on its page', async ({
  page,
  newMember,
  newVisitor,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('410 (Gone)')
  const [organiser, guest] = [await newMember(), await newMember()]
  const event = await sell(organiser)
  await signInAs(guest)
  await (await openOrder(page, event.id)).getByRole('button', { name: 'Pay £12.00' }).click()
  await expect(page.getByText('Demo till: no money moves')).toBeVisible()
  const [open] = await guest.api.orders.list({ query: {} })
  const own = await newVisitor()
  await signInAs(guest, own)
  await own.goto(`/orders/${open?.id}`)
  await expect(heading(own, 'Not paid yet')).toBeVisible()
  // The time is over, for the order and at the till.
  const ids = [open?.id]
  const run = (statement: string) => inDatabaseOf(guest, statement, ids)
  await run(`update orders set hold_until = now() - interval '1 minute' where id = $1`)
  await run(`update demo_checkouts set expires_at = now() - interval '1 minute'
    where payment_id in (select key from payments where order_id = $1)`)
  await run(`select add_job('end-hold', jsonb_build_object('orderId', $1::int), 0, now(), 'journey ' || $1::int)`)
  await expect(heading(own, 'Not paid in time')).toBeVisible()
  await expect(own.getByText('Nothing was charged, and your places have gone to others.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay £12.00' }).click()
  await expect(page.getByRole('heading', { name: 'This page has expired' })).toBeVisible()
  await expectAccessible(page, 'the demo till, too late')
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await expect(heading(page, 'Not paid in time')).toBeVisible()
  expect(await guest.api.tickets.list({ query: {} })).toEqual([])
})

test('a place that is offered at a paid event is ordered and paid on its page', async ({
  page,
  newMember,
  signInAs,
}) => {
  const [organiser, first, guest] = [await newMember(), await newMember(), await newMember()]
  const event = await create(organiser, { capacity: 1 })
  const params = { eventId: event.id }
  await organiser.api.orders.setPrice({ params, body: { ...PRICE, payBy: ['card', 'door'] } })
  const body = { numberOfTickets: 1, payBy: 'door' as const, total: 1_200, currency: 'GBP' }
  await first.api.orders.place({ params, body })
  await guest.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
  const { title, description, venue, startTime, endTime, version } = await organiser.api.events.get({ params })
  const more = { title, description, venue, startTime, endTime, version, isDraft: false, capacity: 2 }
  await organiser.api.events.update({ params, body: more })
  await signInAs(guest)
  await page.goto(`/events/${event.id}`)
  await hydrated(page)
  await panel(page).getByRole('button', { name: '1 place for you' }).click()
  await page.getByRole('dialog', { name: 'Waiting list' }).getByRole('button', { name: 'Take it' }).click()
  await order(page).getByRole('button', { name: 'Pay £12.00' }).click()
  await page.getByRole('button', { name: 'Pay £12.00' }).click()
  await expect(heading(page, 'Paid')).toBeVisible()
  expect(await guest.api.tickets.list({ query: {} })).toMatchObject([{ eventId: event.id, numberOfTickets: 1 }])
})
