import { expect, test } from './support/test.ts'

test('home lists the demo events and hydrates without a word in the console', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Fiddle Night/ }).first()).toBeVisible()
})

test('an unknown address is a real 404', async ({ page, expectedNoise }) => {
  expectedNoise.push('404')
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible()
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect(page).toHaveURL('/')
})
