// From a visitor's report to the creator's objection, on a phone. The rest is tested at the API.
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { counting } from './support/taps.ts'
import { expect, test } from './support/test.ts'

test(
  'a visitor reports in four taps, a moderator hides in three, the page is gone, the creator objects, and is told everywhere when suspended',
  { tag: '@phone' },
  async ({ page, api, baseURL, newMember, newVisitor, signInAs, expectedNoise }) => {
    // The page that is gone.
    expectedNoise.push('410')
    const creator = await newMember()
    const { id, title } = await create(creator, { title: `Pills at Half Price ${Date.now()}` })
    const event = `/events/${id}`

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(event)
    const report = counting()
    await report.tap(page.getByRole('link', { name: 'Report', exact: true }))
    await report.tap(page.getByText('It’s against the rules'))
    await expectAccessible(page, 'the report form')
    const field = page.getByLabel('What is against the rules?')
    await report.tap(field)
    await report.type(field, 'It is an advertisement.')
    await report.tap(page.getByRole('button', { name: 'Send report' }))
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
    expect(report.done.taps).toBeLessThanOrEqual(4)
    expect(report.done.fields).toBeLessThanOrEqual(1)
    await page.getByRole('link', { name: /^R-/ }).click()
    await expect(page.getByText('There’s no decision yet.')).toBeVisible()
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
    const decision = counting()
    await decision.tap(console.getByRole('button', { name: `Hide: ${title}` }))
    await decision.tap(console.getByText('Spam', { exact: true }))
    await expectAccessible(console, 'the decision')
    await decision.tap(console.getByRole('button', { name: 'Hide it' }))
    expect(decision.done.taps).toBeLessThanOrEqual(3)
    await expect(console.getByText('It’s hidden. We’ll tell its creator why.')).toBeVisible()
    await expect(console.getByRole('button', { name: `Hide: ${title}` })).toHaveCount(0)

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

    const { id: accountId } = await creator.api.users.profile()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await createClient(httpCaller({ baseUrl: baseURL ?? '', token: () => token })).moderation.decide({
      body: { subject: { accountId }, act: 'suspend', reason: 'spam', until },
    })
    await own.goto('/events')
    const notice = own.getByRole('region', { name: 'Your account' })
    await expect(notice).toContainText('Your account is suspended until')
    await expect(notice.getByRole('link', { name: 'Read why, or object' })).toBeVisible()
    await expectAccessible(own, 'a page while suspended')
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)
    // Said once, with the way to the reasons beside it.
    await own.goto('/my-bookings')
    await expect(own.getByText('Your account is suspended')).toHaveCount(1)
    await expect(own.getByText('Your account is suspended until')).toBeVisible()
    await expect(own.getByRole('link', { name: 'Read why, or object' }).first()).toBeVisible()
  },
)
