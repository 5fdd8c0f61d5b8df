import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('somebody deletes their account, is asked twice, sees only how to keep it, and keeps it @phone', async ({
  page,
  newMember,
  signInAs,
}) => {
  const member = await newMember()
  await signInAs(member)
  await page.goto('/account-details')
  await page.getByRole('tab', { name: 'Password & Security' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('your places at upcoming events are given back')).toBeVisible()
  await expect(dialog.getByText('Their titles and texts stay as you wrote them')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Also remove the titles and texts of my events' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
  expect((await member.api.users.profile()).deletionAt).toBeUndefined()
  await dialog.getByRole('button', { name: 'Yes, delete it' }).click()

  // The dialog has a button of this name too, so its page is told by its heading.
  await expect(page.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible()
  const keep = page.getByRole('button', { name: 'Keep my account' })
  await page.goto('/events')
  await expect(keep).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
  await expectAccessible(page)
  // Until then their data can be fetched.
  await page.getByRole('button', { name: 'Request my data' }).click()
  await expect(
    page.getByText('We’re preparing your file.').or(page.getByRole('button', { name: 'Download my data' })),
  ).toBeVisible()
  await keep.click()
  await expect(page.getByRole('heading', { level: 1, name: /Events/ })).toBeVisible()
  expect((await member.api.users.profile()).deletionAt).toBeUndefined()
})
