import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.use({ asksForLocation: true, geolocation: { latitude: 53.3498, longitude: -6.2603 } })

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('locationPermission'), localStorage.getItem('userCoordinates')])

/** The browser's own permission, as if it had just been set beside the address bar. */
const browserSays = (page: Page, state: PermissionState) =>
  page.addInitScript((permission) => {
    const query = navigator.permissions.query.bind(navigator.permissions)
    navigator.permissions.query = (descriptor) => {
      if (descriptor.name !== 'geolocation') return query(descriptor)
      document.documentElement.dataset.permissionAsked = 'yes'
      return Promise.resolve(Object.assign(new EventTarget(), { state: permission }) as unknown as PermissionStatus)
    }
  }, state)

test('a first-time visitor is asked once; Not Now is remembered, and closing counts as Not Now', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await browserSays(page, 'prompt')
  await page.goto('/contact')
  const dialog = dialogOf(page, 'Enable Location Services')
  await expect(dialog).toContainText(
    'We use your location to show you events happening near you and provide better recommendations.',
  )
  await expect(dialog).toContainText('not shared with third parties')
  // Nobody came to close it: the focus is in it, and there is no ring around its cross.
  await expect(dialog).toBeFocused()
  await expectAccessible(page, 'the location dialog')
  await dialog.getByRole('button', { name: 'Not Now' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored(page)).toEqual(['denied', null])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-permission-asked', 'yes')
  await expect(dialog).toBeHidden()

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await stored(page)).toEqual(['denied', null])
})

test('a visitor who allows it is located, and saved to the backend once', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  const saves: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/geo/location')) saves.push(request.postDataJSON())
  })
  await page.goto('/contact')
  const saved = page.waitForResponse('**/api/geo/location')
  await dialogOf(page, 'Enable Location Services').getByRole('button', { name: 'Allow Location Access' }).click()
  expect(await (await saved).json()).toMatchObject({ city: 'Dublin', countryCode: 'IE' })
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await stored(page)).toEqual(['granted', '{"lat":53.3498,"lng":-6.2603}'])
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible()
  expect(saves).toEqual([{ lat: 53.3498, lng: -6.2603 }])
})

test('a visitor whose position cannot be found reads why, and can try again', async ({ page }) => {
  await browserSays(page, 'prompt')
  await page.addInitScript(() => {
    let isFirst = true
    navigator.geolocation.getCurrentPosition = (onPosition, onError) => {
      const fail = () => onError?.({ code: 2, message: 'no satellites' } as GeolocationPositionError)
      if (isFirst) addEventListener('position-fails', fail)
      else onPosition({ coords: { latitude: 51.9, longitude: -8.47 } } as GeolocationPosition)
      isFirst = false
    }
  })
  await page.goto('/contact')
  const dialog = dialogOf(page, 'Enable Location Services')
  await dialog.getByRole('button', { name: 'Allow Location Access' }).click()
  await expect(dialog.getByRole('button', { name: 'Requesting...' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Not Now' })).toBeDisabled()
  await page.evaluate(() => dispatchEvent(new Event('position-fails')))
  await expect(dialog.getByText('Error getting location: no satellites')).toBeVisible()
  await dialog.getByRole('button', { name: 'Allow Location Access' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored(page)).toEqual(['granted', '{"lat":51.9,"lng":-8.47}'])
})

test('a permission revoked in the browser clears what was stored and is requested again', async ({ page }) => {
  await browserSays(page, 'prompt')
  await page.addInitScript(() => {
    localStorage.setItem('locationPermission', 'granted')
    localStorage.setItem('userCoordinates', '{"lat":53.3,"lng":-6.2}')
  })
  await page.goto('/contact')
  const dialog = dialogOf(page, 'Location Permission Required')
  await expect(dialog).toContainText(
    "It appears you've revoked location permission in your browser. We need your permission again to show events near you.",
  )
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  expect(await stored(page)).toEqual([null, null])
})

test('a browser that refuses is not asked, and nothing of the place is left', async ({ page }) => {
  await browserSays(page, 'denied')
  await page.addInitScript(() => {
    localStorage.setItem('locationPermission', 'granted')
    localStorage.setItem('userCoordinates', '{"lat":53.3,"lng":-6.2}')
  })
  await page.goto('/contact')
  await expect.poll(() => stored(page)).toEqual(['denied', null])
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('what is decided in one tab holds in the other', async ({ page, context }) => {
  await browserSays(page, 'prompt')
  await page.goto('/contact')
  const dialog = dialogOf(page, 'Enable Location Services')
  await expect(dialog).toBeVisible()
  const other = await context.newPage()
  await other.goto('/manifest.webmanifest')
  await other.evaluate(() => localStorage.setItem('locationPermission', 'denied'))
  await expect(dialog).toBeHidden()
  await other.evaluate(() => localStorage.clear())
  await expect(dialog).toBeVisible()
})
