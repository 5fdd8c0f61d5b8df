import { violationsIn } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const tomorrow = (hour: string) => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T${hour}:00Z`

test('signed out, My Bookings asks to log in, in place, and loads after it', async ({ page, newMember }) => {
  const member = await newMember()
  await page.goto('/my-bookings')
  await expect(page.getByText('Please log in to view your bookings')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password').fill(member.password)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('No bookings yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Coming up' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('main').getByRole('link', { name: 'Browse Events' }).click()
  await expect(page).toHaveURL('/events')
})

test('bookings that cannot be loaded say so; then they have their badge, by one request for all events, a missing one its id', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('500')
  const member = await newMember()
  const body = { description: 'Bring a fiddle.', venue: 'Dublin', isDraft: false, capacity: 9, timeZone: 'UTC' }
  const [soon, other] = await Promise.all(
    ['Soon', 'Other'].map((title) =>
      member.api.events.create({ body: { ...body, title, startTime: tomorrow('10:00'), endTime: tomorrow('12:00') } }),
    ),
  )
  for (const event of [soon, other])
    await member.api.tickets.book({ body: { eventId: event?.id ?? 0, numberOfTickets: 1 } })
  await signInAs(member)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/all-events')) asked.push(request.url())
  })
  await page.route(/\/api\/all-events\?ids=/, async (route) => {
    const response = await route.fetch()
    const events = (await response.json()) as { id: number }[]
    await route.fulfill({ response, json: events.filter((event) => event.id !== other?.id) })
  })
  await page.route('**/api/tickets', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto('/my-bookings')
  await expect(page.getByText('Failed to load your bookings. Please try again.')).toBeVisible()
  expect(asked).toEqual([])
  await page.unroute('**/api/tickets')
  await page.getByRole('button', { name: 'Try again' }).click()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: 'Soon' }).getByText('Tomorrow')).toBeVisible()
  await expect(cards.filter({ hasText: 'Event not found' }).getByText(String(other?.id))).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(await violationsIn(page)).toEqual([])
})

test('if all events together cannot be loaded each is asked for by itself; only when none answers has the page failed', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('500', '404')
  const member = await newMember()
  const body = { description: 'Bring a fiddle.', venue: 'Dublin', isDraft: false, capacity: 9, timeZone: 'UTC' }
  const times = { startTime: tomorrow('10:00'), endTime: tomorrow('12:00') }
  const [one, gone] = await Promise.all(
    ['Fiddle Night', 'Gone'].map((title) => member.api.events.create({ body: { ...body, ...times, title } })),
  )
  for (const event of [one, gone])
    await member.api.tickets.book({ body: { eventId: event?.id ?? 0, numberOfTickets: 1 } })
  await signInAs(member)
  await page.route(/\/api\/all-events/, (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto('/my-bookings')
  await expect(page.getByText('Failed to load your bookings. Please try again.')).toBeVisible()
  await page.route(`**/api/all-events/${one?.id}`, (route) => route.continue())
  await page.route(`**/api/all-events/${gone?.id}`, (route) => route.fulfill({ status: 404, json: { message: 'no' } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards.filter({ hasText: 'Fiddle Night' }).getByText('Tomorrow')).toBeVisible()
  await expect(cards.filter({ hasText: 'Event not found' }).getByText(String(gone?.id))).toBeVisible()
})
