// A paid event as those see it who hold it: priced in the form, paid at the door and by transfer, with its sums.
import type { Page } from '@playwright/test'
import { DAY, MINUTE } from '../contract/durations.ts'
import type { PayBy } from '../contract/order-words.ts'
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { inDatabaseOf } from './support/database.ts'
import { kept, verdict, wedge } from './support/door.ts'
import { hydrated, onFullSite } from './support/full-site.ts'
import { mailsTo } from './support/mails.ts'
import { expect, test, type Member } from './support/test.ts'

onFullSite()
// The door is opened without a network.
test.use({ serviceWorkers: 'allow' })

const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const price = (page: Page) => page.getByRole('region', { name: 'Price', exact: true })

const PRICE = {
  unitPrice: 1_200,
  vatRate: 2_300,
  payBy: ['door' as const, 'transfer' as const],
  refundDays: 7,
  transferTo: 'IBAN IE29 AIBK 9311 5212 3456 78',
}

const order = (guest: Member, eventId: number, numberOfTickets: number, payBy: PayBy) =>
  guest.api.orders.place({
    params: { eventId },
    body: { numberOfTickets, payBy, total: 1_200 * numberOfTickets, currency: 'GBP' },
  })

test(
  'an organiser sets a price in the form, which keeps it over a reload, and publishes',
  { tag: '@both' },
  async ({ page, newMember, signInAs, api }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const organiser = await newMember()
    await signInAs(organiser)
    await page.goto('/create-event')
    await hydrated(page)
    await page.getByLabel('Title', { exact: true }).fill('Supper Club')
    await page.getByLabel('Description', { exact: true }).fill('One long table.')
    await page.getByLabel('Start time').fill('2031-07-18T19:30')
    await page.getByLabel('End time').fill('2031-07-18T22:30')
    await page.getByLabel('Venue', { exact: true }).fill('Casa do Rio, Lisbon')
    await page.getByLabel('Capacity', { exact: true }).fill('10')
    await page.getByRole('radio', { name: 'Paid' }).check()
    const publish = page.getByRole('button', { name: 'Publish' })
    await publish.click()
    await expect(price(page).getByText('Please enter a price')).toBeVisible()
    await price(page).getByLabel('Price of a place').fill('£12,5O')
    await expect(price(page).getByText('Please write the price as a number, such as 12 or 12.50')).toBeVisible()
    await price(page).getByLabel('Price of a place').fill('£12.50')
    await price(page).getByLabel('VAT in percent').fill('23')
    await expect(price(page).getByText('Guests pay £12.50 a place, including £2.34 VAT.')).toBeVisible()
    await price(page).getByLabel('Bank transfer').check()
    await price(page).getByLabel('Where to send the money').fill('IBAN IE29 AIBK 9311 5212 3456 78')
    await price(page).getByLabel('Until how many days before the start').fill('3')
    await expect(page.getByRole('region', { name: 'As guests will see it' })).toContainText('£12.50')
    await expectAccessible(page, 'the price in the event form')

    // What cannot go with it is said, and nothing is saved.
    await page.getByText('Booking rules (optional)').click()
    await page.getByLabel('I decide who comes').check()
    await expect(price(page)).toContainText('A paid event can’t have this: “I decide who comes” is on.')
    await publish.click()
    await expect(page.getByText('This event can’t have a price: “I decide who comes” is on.')).toBeVisible()
    expect(await organiser.api.events.list({ query: { creator: 'me' } }).then(({ items }) => items.length)).toBe(0)
    await page.getByLabel('I decide who comes').uncheck()

    await page.getByRole('tab', { name: 'Emailers' }).click()
    await page.getByRole('tab', { name: 'Event Details' }).click()
    await expect(price(page).getByLabel('Price of a place')).toHaveValue('£12.50')
    await page.reload()
    await expect(price(page).getByLabel('Price of a place')).toHaveValue('£12.50')
    await expect(price(page).getByLabel('Where to send the money')).toHaveValue(/IE29/)

    await publish.click()
    await page.waitForURL(/\/events$/)
    const [mine] = (await organiser.api.events.list({ query: { creator: 'me' } })).items
    const params = { eventId: mine?.id ?? 0 }
    expect(await api.events.get({ params })).toMatchObject({
      isFreeOfCharge: false,
      sellingPrice: 12.5,
      isDraft: false,
    })
    expect(await api.orders.price({ params, query: {} })).toMatchObject({
      unitPrice: 1_250,
      vatRate: 2_300,
      refundDays: 3,
      payBy: ['card', 'door', 'transfer'],
    })

    // Once somebody has ordered it stays paid, and its price is for new orders.
    const guest = await newMember()
    const wish = { numberOfTickets: 1, payBy: 'door' as const, total: 1_250, currency: 'GBP' }
    await guest.api.orders.place({ params, body: wish })
    await page.goto(`/events/${params.eventId}/edit`)
    await expect(price(page).getByLabel('Price of a place')).toHaveValue('12.50')
    await expect(page.getByText('People have ordered, so this event stays paid.')).toBeVisible()
    await price(page).getByLabel('Price of a place').fill('14')
    await publish.click()
    await page.waitForURL(new RegExp(`/events/${params.eventId}$`))
    expect(await api.orders.price({ params, query: {} })).toMatchObject({ unitPrice: 1_400 })
    expect(await guest.api.orders.list({ query: {} })).toMatchObject([{ total: 1_250 }])
  },
)

test('a series is published with its price, and one of its dates can cost more', async ({
  page,
  newMember,
  signInAs,
}) => {
  test.slow()
  const organiser = await newMember()
  await signInAs(organiser)
  await page.goto('/create-event')
  await hydrated(page)
  await page.getByLabel('Title', { exact: true }).fill('Yoga by the River')
  await page.getByLabel('Description', { exact: true }).fill('Bring a mat.')
  const day = at(3 * DAY).slice(0, 10)
  await page.getByLabel('Start time').fill(`${day}T19:30`)
  await page.getByLabel('End time').fill(`${day}T20:30`)
  await page.getByLabel('Venue', { exact: true }).fill('Casa do Rio, Lisbon')
  await page.getByLabel('Capacity', { exact: true }).fill('10')
  const repeats = page.getByRole('group', { name: 'Repeats' })
  await repeats.getByRole('switch', { name: 'Repeats' }).check()
  await repeats.getByRole('radio', { name: 'After' }).check()
  await repeats.getByLabel('How many times').fill('3')
  await page.getByRole('radio', { name: 'Paid' }).check()
  await price(page).getByLabel('Price of a place').fill('9')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/events$/)
  const [first] = (await organiser.api.events.list({ query: { creator: 'me' } })).items
  const params = { seriesId: first?.seriesId ?? 0 }
  const { dates } = await organiser.api.series.get({ params })
  const nine = { sellingPrice: 9, paid: true, isDraft: false }
  expect(dates).toMatchObject([nine, nine, nine])

  await page.goto(`/series/${params.seriesId}`)
  await expect(page.getByText('10 places left · £9.00').first()).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expectAccessible(page, 'a series that is paid')

  // One date costs more; the others keep their price.
  const last = dates.at(-1)!
  await page.goto(`/events/${last.id}/edit`)
  await price(page).getByLabel('Price of a place').fill('11')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save this date' }).click()
  await page.waitForURL(new RegExp(`/events/${last.id}$`))
  const after = await organiser.api.series.get({ params })
  expect(after.dates.map(({ sellingPrice }) => sellingPrice)).toEqual([9, 9, 11])
})

test(
  'transfers are ticked off, money goes back, and the sums say so',
  { tag: '@both' },
  async ({ page, newMember, signInAs }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [organiser, nora, ben] = [
      await newMember(),
      await newMember({ firstName: 'Nora', lastName: 'Byrne' }),
      await newMember({ firstName: 'Ben', lastName: 'Okafor' }),
    ]
    const event = await create(organiser, { startTime: at(20 * DAY), endTime: at(21 * DAY) })
    const params = { eventId: event.id }
    await organiser.api.orders.setPrice({ params, body: PRICE })
    const transfer = await order(nora, event.id, 2, 'transfer')
    await order(ben, event.id, 1, 'door')
    await signInAs(organiser)
    await page.goto(`/events/${event.id}/manage`)
    const orders = page.getByRole('region', { name: 'Orders', exact: true })
    const rowOf = (name: string) => orders.getByRole('listitem').filter({ hasText: name })
    await expect(rowOf('Nora Byrne')).toContainText('Transfer of £24.00 due by')
    await expect(rowOf('Nora Byrne')).toContainText(transfer.reference)
    await expect(rowOf('Ben Okafor')).toContainText('£12.00 to pay at the door')
    await expectAccessible(page, 'the orders of an event')
    await orders.getByRole('button', { name: 'Received from Nora Byrne' }).click()
    const dialog = page.getByRole('dialog', { name: 'Have you received £24.00?' })
    await expectAccessible(page, 'a transfer that has arrived')
    await dialog.getByRole('button', { name: 'Yes, it’s here' }).click()
    await expect(rowOf('Nora Byrne')).toContainText('Paid by transfer')
    await expect(orders.getByText('£24.00', { exact: true })).toBeVisible()

    await nora.api.tickets.return({ params: { ticketId: transfer.ticketId ?? 0 }, body: { numberOfTickets: 1 } })
    await inDatabaseOf(organiser, `update refunds set starts_at = now() - interval '1 minute' where order_id = $1`, [
      transfer.id,
    ])
    await page.reload()
    await expect(rowOf('Nora Byrne')).toContainText('£12.00 is for you to pay back, because places were given back.')
    await orders.getByRole('button', { name: 'Paid back to Nora Byrne' }).click()
    await page.getByRole('button', { name: 'Yes, it’s paid back' }).click()
    await expect(rowOf('Nora Byrne')).toContainText('£12.00 was paid back by you')
    const download = page.waitForEvent('download')
    await orders.getByRole('button', { name: 'All orders (CSV)' }).click()
    expect((await download).suggestedFilename()).toBe(`orders-${event.id}.csv`)
    await orders.getByLabel('Show').selectOption('Still to pay')
    await expect(orders.getByRole('listitem')).toHaveCount(1)
    await expect(rowOf('Ben Okafor')).toBeVisible()

    // Calling it off says what becomes of the money.
    await page.getByRole('tab', { name: 'Event', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel event' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel this event?' })
    await expect(cancel).toContainText('Everybody who has paid gets all their money back')
    await expectAccessible(page, 'cancelling a paid event')
    await cancel.getByRole('button', { name: 'Not now' }).click()
  },
)

test(
  'a door asks for what is to pay, takes it without a network, and sends it once',
  { tag: '@both' },
  async ({ page, context, newMember, expectedNoise }) => {
    test.slow()
    expectedNoise.push('net::ERR_INTERNET_DISCONNECTED')
    const [organiser, ben] = [await newMember(), await newMember({ firstName: 'Ben', lastName: 'Okafor' })]
    const event = await create(organiser, { startTime: at(30 * MINUTE), endTime: at(210 * MINUTE) })
    const params = { eventId: event.id }
    await organiser.api.orders.setPrice({ params, body: { ...PRICE, payBy: ['door'], transferTo: null } })
    const single = await order(ben, event.id, 1, 'door')
    const [ticket] = await ben.api.tickets.list({ query: { eventId: event.id } })
    const code = ticket?.code ?? ''
    const { url } = await organiser.api.door.createLink({ params, body: { name: 'Main door', mayAdd: true } })
    await page.goto(url)
    await expect(page.getByRole('status')).toHaveText('Ready')
    await kept(page)
    await context.setOffline(true)
    await wedge(page, code)
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'to-pay')
    await expect(verdict(page)).toContainText('£12.00 to pay')
    await expectAccessible(page, 'what is to pay at the door')
    await verdict(page).getByRole('button', { name: '£12.00 paid, let in' }).click()
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'in')
    await context.setOffline(false)
    const state = async () => (await ben.api.orders.get({ params: { orderId: single.id } })).state
    await expect.poll(state).toBe('paid')
    await expect.poll(async () => (await organiser.api.door.getCounts({ params })).admitted).toBe(1)
    await wedge(page, code)
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'already-in')
    await expect(verdict(page)).not.toContainText('to pay')
    expect((await organiser.api.orders.listOfEvent({ params, query: {} })).sums).toMatchObject([
      { paid: 1_200, toPay: 0 },
    ])
  },
)

test('an administrator sees that no money is lost', { tag: '@both' }, async ({ page, newMember, signInAs }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [administrator, organiser, guest] = [await newMember(), await newMember(), await newMember()]
  // A refund that the card provider could not pay.
  const event = await create(organiser)
  const body = { ...PRICE, payBy: ['card' as const], transferTo: null }
  await organiser.api.orders.setPrice({ params: { eventId: event.id }, body })
  const { id: orderId, reference } = await order(guest, event.id, 1, 'card')
  const { url } = await guest.api.orders.checkout({ params: { orderId } })
  await page.goto(url)
  await page.getByRole('button', { name: 'Pay £12.00' }).click()
  const { ticketId } = await guest.api.orders.look({ params: { orderId } })
  await guest.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: {} })
  await inDatabaseOf(
    guest,
    `update refunds set state = 'failed', vat = 0, starts_at = now() - interval '1 day', ended_at = now() where order_id = $1`,
    [orderId],
  )
  await inDatabaseOf(administrator, `update users set role = 'administrator' where email = $1`, [administrator.email])
  await signInAs(administrator)
  await page.goto('/moderation/money')
  await expect(page.getByRole('region', { name: 'Refunds that are due' })).toBeVisible()
  await expect(page.getByText('All entries balance.')).toBeVisible()
  await expectAccessible(page, 'money that should not be')
  await page.getByRole('button', { name: `Paid back: order ${reference}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Have you paid £12.00 back?' })
  await dialog.getByRole('radio', { name: 'By transfer' }).check()
  await expectAccessible(page, 'a refund that was paid back by hand')
  await dialog.getByRole('button', { name: 'Yes, it’s paid back' }).click()
  await expect(page.getByRole('region', { name: 'Refunds that are due' })).not.toContainText(reference)
  await expect.poll(() => mailsTo(guest.email).at(-1)).toContain('has been paid back to you by transfer')
})
