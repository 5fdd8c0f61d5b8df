// axe on every screen of the route table in both modes, once; and no screen that scrolls sideways when zoomed to 200%, in
// the window of a desktop and in that of a phone.
import { devices, type Page } from '@playwright/test'
import routes from '../app/routes.ts'
import { expectAccessible } from './support/axe.ts'
import { ask, choosingFaults, install } from './support/walk.ts'
import { expect, test } from './support/test.ts'

const FOR_MEMBERS =
  /^(account|account-details|settings|notices|create-event|my-events|my-bookings|my-bookings\/:ticketId|team-invitations\/:token|moderation\/\*|decisions\/:reference|events\/:eventId\/(edit|manage))$/
// These lead on to another screen at once, or wait for an identity provider.
const LEADS_ON = /^(login|register|logout|reset-password|auth|callback|:\w+\/callback)/
const SAME_PAGE = ['terms-of-service', 'privacy-policy']

const paths = routes.map(({ path }) => path ?? '').filter((path) => !LEADS_ON.test(path) && !SAME_PAGE.includes(path))
const memberPaths = paths.filter((path) => FOR_MEMBERS.test(path))
const publicPaths = paths.filter((path) => !FOR_MEMBERS.test(path))

const DESKTOP = { width: 1280, height: 800 }
const PHONE = devices['Pixel 7'].viewport

/** Zoomed to 200%, a window is half as wide to the page. */
async function checkZoomed(page: Page, what: string) {
  await install(page)
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width: Math.floor(width / 2), height: Math.floor(height / 2) })
    await expect.poll(() => ask(page, 'sticksOut'), `${what} at ${width}, zoomed to 200%, scrolls sideways`).toEqual([])
  }
  await page.setViewportSize(DESKTOP)
}

async function checkScreens(page: Page, screens: string[]) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screens) {
    await page.goto(screen)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expectAccessible(page, screen)
    await checkZoomed(page, screen)
    // The last thing on each screen: what was chosen is not taken back everywhere.
    expect.soft(await choosingFaults(page), `choosing on ${screen}`).toEqual([])
  }
}

const PARTS = [0, 1, 2, 3]

const partOf = (list: string[], part: number) => list.filter((_, index) => index % PARTS.length === part)

for (const part of PARTS) {
  const title = `every public screen is accessible in both modes, part ${part + 1}`
  test(title, async ({ page, api, expectedNoise }) => {
    // axe looks at everything, several times.
    test.slow()
    // The window changes its size, so a picture that was preloaded for the wide one is not used.
    expectedNoise.push('404', 'was preloaded using link preload')
    const { items } = await api.events.list({ query: { when: 'upcoming', limit: 1 } })
    const screens = partOf(publicPaths, part).map(
      (path) =>
        `/${path
          .replace(':eventId', String(items[0]?.id))
          .replace(':creatorId', String(items[0]?.creatorId))
          .replace(':ballotId', '1')
          .replace('/:reference?', '')
          .replace('*', 'no-such-page')}`,
    )
    await checkScreens(page, screens)
  })
}

for (const part of PARTS) {
  const title = `every screen of a member is accessible in both modes, part ${part + 1}`
  test(title, async ({ page, newMember, signInAs, expectedNoise }) => {
    test.slow()
    // An invitation that nobody has sent; and the window changes its size.
    expectedNoise.push('404', 'was preloaded using link preload')
    const member = await newMember()
    const { id } = await member.api.events.create({
      body: {
        title: 'Axe Throwing',
        description: 'In a safe place.',
        venue: 'The Yard',
        startTime: '2031-05-01T19:00:00Z',
        endTime: '2031-05-01T21:00:00Z',
        capacity: 20,
        isDraft: false,
      },
    })
    const ticket = await member.api.tickets.book({ body: { eventId: id, numberOfTickets: 2 } })
    await signInAs(member)
    const screens = [...memberPaths, 'events/:eventId'].map(
      (path) =>
        `/${path
          .replace(':eventId', String(id))
          .replace(':ticketId', String(ticket.id))
          .replace(':reference', 'D-ABCDEFGHIJ')}`,
    )
    await checkScreens(page, partOf(screens, part))
  })
}

// The dialogs for logging in and signing up, with their errors: account.spec.ts; the one for the location: location.spec.ts.
test('drawers and messages are accessible in both modes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Open account menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the account drawer')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('Search functionality is coming soon!').hover()
  await expectAccessible(page, 'a message')
})

test(
  'the narrow header with its search and its menu is accessible in both modes',
  { tag: '@phone' },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/contact')
    await page.getByRole('button', { name: 'Show search' }).click()
    await expect(page.getByRole('search')).toBeVisible()
    await expectAccessible(page, 'the narrow header')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'the menu drawer')
  },
)
