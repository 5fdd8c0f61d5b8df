// From a visitor's report to the creator's objection, on a phone. The rest is tested at the API.
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { expect, test } from './support/test.ts'

test(
  'a visitor reports in four taps, a moderator hides in three, the page is gone, and the creator objects',
  { tag: '@phone' },
  async ({ page, api, newMember, newVisitor, signInAs, expectedNoise }) => {
    // The page that is gone.
    expectedNoise.push('410')
    const creator = await newMember()
    const { id, title } = await create(creator, { title: `Pills at Half Price ${Date.now()}` })
    const event = `/events/${id}`

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(event)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await page.getByText('It is against the rules').click()
    await expectAccessible(page, 'the report form')
    await page.getByLabel('What is against the rules?').fill('It is an advertisement.')
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
    await page.getByRole('link', { name: /^R-/ }).click()
    await expect(page.getByText('Nobody has decided about it yet.')).toBeVisible()
    await expectAccessible(page, 'what became of a report')

    const { access_token: token } = await api.auth.login({
      body: { email: 'moderator@hooley.example', password: DEMO_PASSWORD },
    })
    const console = await newVisitor()
    await console.emulateMedia({ reducedMotion: 'reduce' })
    await console.addInitScript((value) => localStorage.setItem('token', value), token)
    await console.goto('/moderation')
    await expect(console.getByText('It is an advertisement.')).toBeVisible()
    await expectAccessible(console, 'the queue')
    await console.getByRole('button', { name: `Hide ${title}` }).click()
    await console.getByText('Spam', { exact: true }).click()
    await expectAccessible(console, 'the decision')
    await console.getByRole('button', { name: 'Hide it' }).click()
    await expect(console.getByText('It is hidden, and its creator is told why.')).toBeVisible()
    await expect(console.getByRole('button', { name: `Hide ${title}` })).toHaveCount(0)

    const gone = await page.goto(event)
    expect(gone?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('no longer shown')

    const own = await newVisitor()
    await signInAs(creator, own)
    await own.goto('/my-events')
    await own.getByRole('link', { name: 'Read why, or object' }).first().click()
    await own.getByRole('textbox').fill('It is a talk about pills.')
    await own.getByRole('button', { name: /object/i }).click()
    await expect(own.getByText('It is a talk about pills.')).toBeVisible()
    await console.reload()
    await expect(console.getByText('Objection').first()).toBeVisible()
  },
)
