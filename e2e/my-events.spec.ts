import { expect, test } from './support/test.ts'

const event = (title: string, isDraft: boolean) => ({
  body: {
    title,
    isDraft,
    description: 'Bring a fiddle.',
    venue: 'The Cobblestone, Dublin',
    startTime: '2031-03-03T19:30',
    endTime: '2031-03-03T22:10',
    capacity: 50,
  },
})

test('My Events asks to log in, in place; begins empty, then shows the own events alone, drafts with their badge', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('Failed to load resource', '500')
  const main = page.getByRole('main')
  await page.goto('/my-events')
  await expect(page.getByText('Please log in to view your events')).toBeVisible()
  await main.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL('/my-events')

  const [creator, other] = [await newMember(), await newMember()]
  await other.api.events.create(event('Of another', false))
  await signInAs(creator)
  await page.route(/\/api\/all-events/, (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto('/my-events')
  await expect(page.getByText('Failed to load your events. Please try again.')).toBeVisible()
  await page.unroute(/\/api\/all-events/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No events found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Your First Event' })).toHaveAttribute('href', '/create-event')
  const others = page.getByRole('region', { name: 'Coming up on Hooley' })
  await expect(others.getByRole('listitem')).toHaveCount(3)

  await creator.api.events.create(event('My published night', false))
  await creator.api.events.create(event('My draft', true))
  await page.reload()
  const cards = main.getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await expect(others).toHaveCount(0)
  await expect(cards.filter({ hasText: 'My draft' }).getByText('Draft', { exact: true })).toBeVisible()

  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Coming up', 'Drafts'])
  await expect(cards.filter({ hasText: 'My published night' }).getByText('0 / 50 booked')).toBeVisible()
  await expect(main.getByRole('link', { name: /^Manage / })).toHaveAccessibleName('Manage My published night')

  await cards.filter({ hasText: 'My draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My draft' })).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(2)
})

test('an event is held again another day: Duplicate fills in all but the day, and keeps its length', async ({
  page,
  newMember,
  signInAs,
}) => {
  const creator = await newMember()
  await creator.api.events.create(event('Monthly night', false))
  await signInAs(creator)
  await page.goto('/my-events')
  await page.getByRole('link', { name: 'Duplicate Monthly night' }).click()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await expect(field('Title')).toHaveValue('Monthly night')
  await expect(field('Start time')).toHaveValue('')
  await field('Start time').fill('2031-04-07T19:30')
  await expect(field('End time')).toHaveValue('2031-04-07T22:10')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { name: 'Your event is live' })).toBeVisible()
  const { items } = await creator.api.events.list({ query: { creator: 'me' } })
  expect(items.map(({ title, venue, capacity }) => ({ title, venue, capacity }))).toEqual(
    Array(2).fill({ title: 'Monthly night', venue: 'The Cobblestone, Dublin', capacity: 50 }),
  )
})
