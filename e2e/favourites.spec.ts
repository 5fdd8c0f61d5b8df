// Favourites, which are off unless FEATURES says otherwise.
import type { Response } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { onFullSite } from './support/full-site.ts'
import { holdCall } from './support/hold-call.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

onFullSite()

const isList = (answer: Response) => answer.url().endsWith('/api/favourites') && answer.request().method() === 'GET'

test('what a visitor saves is theirs after signing in, and gone from the device after signing out @phone', async ({
  page,
  context,
  newMember,
}) => {
  const title = 'The Lonesome Row - Fiddle Night'
  const member = await newMember()
  const { items } = await member.api.events.list({ query: { when: 'upcoming', limit: 8 } })
  const before = items.filter((event) => event.title !== title).slice(0, 5)
  await member.api.favourites.adopt({ body: { eventIds: before.map(({ id }) => id) } })
  const main = page.getByRole('main')
  const saved = main.getByRole('heading', { level: 2, name: title })
  await page.goto('/events')
  const cardHeart = main.getByRole('button', { name: `Save ${title}` })
  await cardHeart.click()
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await expect(cardHeart).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Open account menu' }).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Saved Events' }).click()
  await expect(page).toHaveURL('/saved')
  await expect(saved).toBeVisible()
  await expectAccessible(page)

  // Another tab agrees, before and after.
  const other = await context.newPage()
  await other.goto('/saved')
  await expect(other.getByRole('heading', { level: 2, name: title })).toBeVisible()

  // The account's own five are there before what the device kept is taken over.
  const adoptions = await Promise.all(
    [page, other].map((tab) => holdCall(tab, '**/api/favourites', { method: 'POST' })),
  )
  // Asked for twice: what the device has is missing in the first.
  const lists = page.waitForResponse((answer) => isList(answer) && ++listed === 2)
  let listed = 0
  await main.getByRole('button', { name: 'Login' }).click()
  await loginDialog(page).logIn(member)
  await expect(main.getByRole('switch', { name: 'Tell me about these events' })).toBeVisible()
  await lists
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(5)
  for (const { release } of adoptions) release()
  await expect(saved).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(6)
  await expect(other.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(6)
  expect(await page.evaluate(() => localStorage.getItem('favourites'))).toBeNull()
  await expectAccessible(page)

  await saved.click()
  const heart = main.getByRole('button', { name: 'Add to favorites' })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(page.getByText('No longer saved')).toBeVisible()
  await heart.click()
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('We’ll tell you.')).toBeVisible()
  await page.goto('/saved')
  await expect(main.getByRole('switch', { name: 'Tell me about these events' })).toBeChecked()
  await other.close()

  await page.goto('/logout')
  await expect(page).toHaveURL('/')
  await page.goto('/saved')
  await expect(main.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
})
