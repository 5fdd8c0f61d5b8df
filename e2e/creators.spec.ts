// From an event to who is behind it, to Follow and to one's own calendar.
import { expectAccessible } from './support/axe.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a newcomer follows a creator by signing in, and subscribes to their events @phone', async ({
  page,
  newMember,
}) => {
  const creator = await newMember({ firstName: 'Nuala', lastName: 'Quirke' })
  const body = {
    title: 'Sean-nós by the Fire',
    description: 'Songs.',
    venue: 'The Snug',
    capacity: 20,
    isDraft: false,
    // Soon enough for a feed.
    startTime: inDays(3),
    endTime: inDays(4),
  }
  const { id } = await creator.api.events.create({ body })
  const guest = await newMember()

  await page.goto(`/events/${id}`)
  const link = page.getByRole('link', { name: 'Nuala Q.' })
  await expect(link).toHaveAttribute('rel', 'ugc nofollow noopener')
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nuala Q.' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: body.title })).toBeVisible()

  await main.getByRole('button', { name: 'Follow' }).click()
  const login = loginDialog(page)
  await expect(login.dialog).toContainText('Log in to follow Nuala Q.')
  await login.logIn(guest)
  const following = main.getByRole('button', { name: 'Following' })
  await expect(following).toHaveAttribute('aria-pressed', 'true')
  const { creatorId } = await creator.api.events.get({ params: { eventId: id } })
  await expect.poll(async () => (await guest.api.creators.getFollow({ params: { creatorId } })).isFollowing).toBe(true)
  await page.reload()
  await expect(following).toBeVisible()
  await page.goto('/notices')
  const followed = main.getByRole('region', { name: 'Creators you follow' })
  await expect(followed.getByRole('button', { name: 'Following Nuala Q.' })).toBeVisible()
  await expectAccessible(page, 'whom somebody follows')
  await followed.getByRole('link', { name: 'Nuala Q.' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nuala Q.' })).toBeVisible()

  await main.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  const feed = `/feeds/creators/${creatorId}.ics`
  await expect(dialog.getByRole('link', { name: 'Open in calendar' })).toHaveAttribute('href', /^webcal:\/\//)
  await expect(dialog.getByLabel('Address of the calendar')).toHaveValue(new RegExp(`${feed}$`))
  await expectAccessible(page, 'Subscribe')
  const answer = await page.request.get(feed)
  expect(await answer.text()).toContain('SUMMARY:Sean-nós by the Fire')
})
